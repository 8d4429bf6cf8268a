// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupWriterTest {
    @TempDir
    private Path folder;

    @Test
    void aDeletedFileIsClosedAfterAWhileAlsoIfNothingElseIsDeleted() throws IOException {
        try (FsyncPool forcing = new FsyncPool(DurableFolders::force)) {
            GroupWriter writer = new GroupWriter("writer", forcing, Duration.ofMillis(50));
            Segment deleted = Segment.create(folder, 0);

            writer.run(() -> writer.unused(List.of(deleted))).join();

            writer.close(() -> {});
        }
    }
}
