// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import java.io.IOException;
import java.nio.file.Path;

/** Another process that holds a lock in a folder, until its input ends. */
public final class ProcessLockHolder {
    private ProcessLockHolder() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws IOException {
        try (ProcessLock lock = ProcessLock.take(Path.of(arguments[0])).orElseThrow()) {
            System.out.println("holds " + lock.name());
            System.out.flush();
            System.in.read();
        }
    }
}
