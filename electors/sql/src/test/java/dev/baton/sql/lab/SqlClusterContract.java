// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.FaultHandler;
import dev.baton.sql.TestDatabase;
import dev.baton.sql.lab.SqlLab.Acting;
import dev.baton.testkit.Eventually;
import dev.baton.testkit.lab.LabProcess;
import dev.baton.testkit.lab.TcpProxy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Three processes, one real database, one fault at a time. After each, the fenced table has accepted no write of a replaced
 * leader, no two leaders acted at once, and the histories of all processes pass the checker.
 */
@Timeout(300)
abstract class SqlClusterContract {
    static final Duration LEASE = Duration.ofSeconds(4);

    private SqlLab lab;

    abstract TestDatabase database();

    @BeforeEach
    final void open() throws IOException {
        Path directory = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "lab-");
        lab = new SqlLab(database(), directory);
    }

    @AfterEach
    final void close() {
        lab.close();
    }

    final SqlLab lab() {
        return lab;
    }

    /** Three nodes, of which one acts and, with the channel, the others watch it. */
    final Acting threeNodes(boolean peers) {
        for (String node : new String[] {"a", "b", "c"}) {
            lab.start(node, LEASE, peers);
        }
        lab.awaitReady();
        Acting first = lab.awaitActingAfter(0);
        if (peers) {
            lab.awaitWatched(first, 2);
        }
        return first;
    }

    private InetSocketAddress address() {
        URI uri = URI.create(database().url().substring("jdbc:".length()));
        return new InetSocketAddress(uri.getHost(), uri.getPort());
    }

    private String through(TcpProxy proxy) {
        return database().url().replaceFirst("//[^/]+/", "//127.0.0.1:" + proxy.port() + "/");
    }

    /** What the next leader was told of the end of the first one. */
    private static String whyDown(Acting first, Acting next) {
        String told = "down " + first.epoch() + " ";
        return next.node().await(told, SqlLab.PATIENCE).substring(told.length());
    }

    @Test
    void aKilledLeaderIsReplacedWithoutWaitingForItsLease() {
        Acting first = threeNodes(true);

        first.node().kill();
        Acting next = lab.awaitActingAfter(first.epoch());

        assertThat(next.node()).isNotSameAs(first.node());
        assertThat(whyDown(first, next)).isEqualTo("GONE");
        lab.check();
    }

    @Test
    void aKilledLeaderIsWaitedForWithoutThePeerChannel() {
        Acting first = threeNodes(false);

        first.node().kill();
        Acting next = lab.awaitActingAfter(first.epoch());

        assertThat(whyDown(first, next)).isEqualTo("EXPIRED");
        lab.check();
    }

    @Test
    void aLeaderThatIsAskedToEndHandsOver() {
        Acting first = threeNodes(true);

        first.node().terminate();
        Acting next = lab.awaitActingAfter(first.epoch());

        // On a busy machine the end of the process is seen before the release is read.
        assertThat(whyDown(first, next)).isIn("RELEASED", "GONE");
        first.node().awaitEnd();
        lab.check();
    }

    @Test
    void aPausedLeaderKnowsAtOnceThatItIsReplaced() {
        Acting first = threeNodes(true);
        LabProcess paused = first.node();

        paused.pause();
        Acting next = lab.awaitActingAfter(first.epoch());
        long resumeAt = next.atNanos() + LEASE.toNanos();
        Eventually.eventually(
                "two leases are over", SqlLab.PATIENCE, () -> System.nanoTime() - resumeAt > 0, System::nanoTime);
        paused.resume();

        assertThat(paused.await("resumed ", SqlLab.PATIENCE)).startsWith("resumed false ");
        paused.say("stale");
        assertThat(paused.await("stale ", SqlLab.PATIENCE)).isEqualTo("stale refused " + first.epoch());
        lab.check();
    }

    @Test
    void aLeaderCutOffFromTheDatabaseStopsBeforeAnotherActs() {
        stopsBeforeAnotherActs(false);
    }

    /** @param unheard whether it has a standard error that takes nothing */
    final void stopsBeforeAnotherActs(boolean unheard) {
        try (TcpProxy proxy = new TcpProxy(address())) {
            LabProcess behind = unheard
                    ? lab.startUnheard("behind", LEASE, true, through(proxy))
                    : lab.start("behind", LEASE, true, through(proxy));
            lab.awaitReady();
            Acting first = lab.awaitActingAfter(0);
            assertThat(first.node()).isSameAs(behind);
            lab.start("b", LEASE, true);
            lab.start("c", LEASE, true);
            lab.awaitReady();

            proxy.set(TcpProxy.Link.FROZEN);
            Acting next = lab.awaitActingAfter(first.epoch());

            assertThat(next.node()).isNotSameAs(behind);
            // Its duty hangs in a statement without an answer and cannot be stopped, so the process ended itself.
            assertThat(behind.awaitEnd()).isEqualTo(FaultHandler.EXIT_STATUS);
            lab.check();
        }
    }

    @Test
    void twoProcessesWithOneNodeIdNeverLeadTogether() {
        lab.start("twin", LEASE, true);
        lab.start("twin", LEASE, true);
        lab.awaitReady();
        Acting first = lab.awaitActingAfter(0);

        first.node().kill();
        Acting next = lab.awaitActingAfter(first.epoch());

        assertThat(next.node()).isNotSameAs(first.node());
        lab.check();
    }
}
