// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What has to be done with folders so that what is in them lasts. */
final class DurableFolders {
    private DurableFolders() {}

    /** Makes the names of the files in a folder last; nothing to do for one that is gone. */
    static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (NoSuchFileException gone) {
            if (Files.exists(folder)) {
                throw gone;
            }
        }
    }
}
