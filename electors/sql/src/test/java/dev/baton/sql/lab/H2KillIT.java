// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.lab.LabProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes with an H2 file are killed in the middle of their work, again and again: no epoch comes back. With
 * {@code -Dbaton.long=true} it goes on for some minutes, which is what versions that forget took to show it.
 */
@Timeout(1_800)
final class H2KillIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ROUNDS = Boolean.getBoolean("baton.long") ? 120 : 4;

    @TempDir
    private Path folder;

    @Test
    void noEpochComesBackAfterAKill() {
        RandomGenerator chance = RandomGenerator.getDefault();
        long highest = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            try (LabProcess process = LabProcess.start(
                    "h2-" + round,
                    H2Grants.class,
                    List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                    List.of("jdbc:h2:file:" + folder.resolve("epochs")),
                    folder.resolve("log-" + round))) {
                long first = epoch(process.await("granted ", PATIENCE));
                assertThat(first).as("the first epoch of round %d", round).isGreaterThan(highest);
                // So that kills come at different moments of H2's life, which writes and cleans up in the background.
                process.await("granted " + (first + chance.nextInt(200)), PATIENCE);
                process.kill();
                process.awaitEnd();
                highest = epoch(process.last("granted ").orElseThrow());
            }
        }
    }

    private static long epoch(String line) {
        return Long.parseLong(line.substring("granted ".length()));
    }
}
