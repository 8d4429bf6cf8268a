// SPDX-License-Identifier: Apache-2.0
package dev.baton.standalone;

import dev.baton.Sample;
import dev.baton.UnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Another process that uses a state file, until its input ends. */
public final class EpochFileHolder {
    private EpochFileHolder() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws IOException {
        try (EpochFile file = new EpochFile(Path.of(arguments[0]))) {
            System.out.println("epoch " + file.next(List.of(Sample.ORDERS)).get(Sample.ORDERS));
            System.out.flush();
            System.in.read();
        } catch (UnavailableException refused) {
            System.out.println("refused " + refused.getMessage());
        }
    }
}
