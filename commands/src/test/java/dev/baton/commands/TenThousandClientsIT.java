// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.baton.commands.lab.ManyClients;
import dev.baton.testkit.lab.LabProcess;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TenThousandClientsIT {
    private static final int CLIENTS = 10_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Beside the clients: classes, the database of other tests, whatever is open. */
    private static final int OTHER_FILES = 1_000;

    @TempDir
    Path directory;

    @Test
    void tenThousandClientsAreServedAtATimeAndOneMoreIsTurnedAway() {
        long files = ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                .getMaxFileDescriptorCount();
        assumeTrue(
                files >= CLIENTS + OTHER_FILES,
                () -> "left out: a process may open only " + files + " files here (ulimit -n)");
        try (TestServer it = TestServer.leading();
                LabProcess clients = LabProcess.start(
                        "clients",
                        ManyClients.class,
                        List.of("-Xmx128m", "-XX:TieredStopAtLevel=1"),
                        List.of(Integer.toString(it.server.port()), Integer.toString(CLIENTS)),
                        directory.resolve("clients.log"))) {
            clients.await("connected", PATIENCE);
            it.eventually("all are admitted", stats -> stats.clients() == CLIENTS);
            try (RawClient oneMore = it.connect()) {
                assertThat(oneMore.read()).isEqualTo("-ERR max number of clients reached");
            }

            assertThat(clients.await("counted ", PATIENCE)).isEqualTo("counted " + 2 * CLIENTS);

            clients.kill();
            it.eventually("all have left", stats -> stats.clients() == 0);
            try (RawClient again = it.connect()) {
                assertThat(again.ask("GET n")).isEqualTo(Integer.toString(2 * CLIENTS));
            }
        }
    }
}
