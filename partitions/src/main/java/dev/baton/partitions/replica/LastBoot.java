// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.state.BootId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Remembers on which start of the machine a group's files were written. As long as the machine stays up, what a process
 * has written is there after its end, forced to the disk or not.
 */
final class LastBoot {
    static final String FILE = "boot";
    private static final AsyncLog LOG = AsyncLog.of(LastBoot.class);

    private LastBoot() {}

    /** Whether the machine has been up since the files in this folder were last written; false if that is not known. */
    static boolean isCurrent(Path folder) throws IOException {
        String current = BootId.current();
        Path file = folder.resolve(FILE);
        return !current.isEmpty()
                && Files.exists(file)
                && Files.readString(file).equals(current);
    }

    /** Not forced to the disk: after a power cut it names another start anyway, or is gone. */
    static void remember(Path folder) {
        try {
            if (!isCurrent(folder)) {
                Files.writeString(folder.resolve(FILE), BootId.current());
            }
        } catch (IOException full) {
            LOG.debug("{} was not written: damage would be taken for a power cut", folder.resolve(FILE), full);
        }
    }
}
