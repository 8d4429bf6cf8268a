// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.lab;

import dev.baton.sql.Servers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Never two owners of a partition that act at once or whose effects are both accepted, and every partition owned again,
 * whatever happens to the processes of the workers. With {@code -Dbaton.long=true} in the full size, on both databases.
 */
class WorkSoakIT {
    /** Kept, with the logs and histories of all processes. */
    private final Path directory =
            Path.of("target", "soak-" + System.nanoTime()).toAbsolutePath();

    private static long seed() {
        return Long.getLong("baton.seed", System.nanoTime());
    }

    @Test
    void eachPartitionHasOneOwnerWhateverHappensToProcesses() throws InterruptedException {
        WorkSoak.shortOne().run(Servers.mariaDb(), directory, seed());
    }

    @Test
    @EnabledIfSystemProperty(named = "baton.long", matches = "true")
    void forAMinuteOnMariaDb() throws InterruptedException {
        WorkSoak.longOne().run(Servers.mariaDb(), directory, seed());
    }

    @Test
    @EnabledIfSystemProperty(named = "baton.long", matches = "true")
    void forAMinuteOnPostgres() throws InterruptedException {
        WorkSoak.longOne().run(Servers.postgres(), directory, seed());
    }
}
