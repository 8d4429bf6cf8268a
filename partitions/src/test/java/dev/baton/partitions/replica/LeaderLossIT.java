// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three processes and a client, while their leader is killed and paused, and a disk is replaced. */
class LeaderLossIT {
    @TempDir
    private Path folder;

    @Test
    void nothingAcknowledgedIsLostOrThereTwiceWhenLeadersGo() throws Exception {
        try (PartitionsLab lab = new PartitionsLab(folder, 3)) {
            lab.create();
            Thread client = lab.send();
            lab.awaitMore(100);

            String killed = lab.leader();
            lab.process(killed).kill();
            lab.awaitMore(60);
            lab.start(killed);
            lab.awaitMore(60);

            String paused = lab.leader();
            lab.process(paused).pause();
            lab.awaitMore(60);
            lab.process(paused).resume();
            lab.awaitMore(60);

            String wiped = lab.others().get(0);
            lab.process(wiped).kill();
            delete(lab.folder(wiped));
            lab.start(wiped);
            lab.awaitMore(60);

            lab.stopSending(client);
            assertThat(lab.check()).isEmpty();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
