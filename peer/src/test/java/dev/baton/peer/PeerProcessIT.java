// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.testkit.lab.LabProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The leader is its own process: killed, stopped, starved, closed and restarted. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "signals, prlimit and /proc")
class PeerProcessIT {
    private static final Node LEADER = new Node(NodeId.of("leader"), new Incarnation(1));

    @TempDir
    private Path folder;

    private TestPeer standby = new TestPeer("standby", 2, TestPeer.quick().build());

    @AfterEach
    void close() {
        standby.close();
    }

    @Test
    void killedProcessIsGoneWithoutWaitingForItsSilence() {
        replaceStandby(TestPeer.patient());
        try (LabProcess leader = connect()) {
            leader.kill();

            await().until(() -> standby.gone().contains(LEADER));
        }
    }

    private void replaceStandby(PeerSettings.Builder settings) {
        standby.close();
        standby = new TestPeer("standby", 2, settings.build());
    }

    @Test
    void rowThatStillNamesAGoneProcessIsAnsweredAtOnce() {
        try (LabProcess leader = connect()) {
            leader.kill();
            await().until(() -> standby.gone().size() == 1);

            watchFor("other", leader);
            await().until(() -> standby.gone().equals(List.of(LEADER, LEADER)));

            // Nothing but the memory of it is left.
            standby.channel().unwatch(ElectionName.of("other"));
            standby.channel().unwatch(TestPeer.ELECTION);
            watchFor("another", leader);
            await().until(() -> standby.gone().equals(List.of(LEADER, LEADER, LEADER)));
        }
    }

    private void watchFor(String election, LabProcess leader) {
        ElectionName name = ElectionName.of(election);
        Endpoints endpoints = Endpoints.of("peer", PeerNode.address(leader));
        standby.channel().watch(name, new Leader(name, LEADER, new Epoch(1), endpoints));
    }

    @Test
    void stoppedProcessIsNeverGone() {
        try (LabProcess leader = connect()) {
            leader.pause();
            await().until(() -> isStopped(leader));

            // Several times the silence after which a connection is given up, and the time that an answer may take.
            await().during(Duration.ofSeconds(2)).until(() -> standby.gone().isEmpty());
            leader.resume();

            standby.changed().clear();
            await().until(() -> !standby.changed().isEmpty());
            assertThat(standby.gone()).isEmpty();
        }
    }

    @Test
    void processThatIsKilledWhileStoppedIsGone() {
        try (LabProcess leader = connect()) {
            leader.pause();
            await().until(() -> isStopped(leader));

            leader.kill();

            await().until(() -> standby.gone().contains(LEADER));
        }
    }

    private static boolean isStopped(LabProcess process) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).startsWith("T");
    }

    @Test
    void processThatLivesOnIsGoneOnceItsChannelIsClosedAndNothingIsHeld() {
        try (LabProcess leader = connect()) {
            leader.say("hold 1500");
            leader.await("did hold", PeerNode.PATIENCE);
            long heldAt = System.nanoTime();

            leader.say("close");
            await().until(() -> standby.gone().contains(LEADER));

            // The process counted from a little earlier.
            assertThat(Duration.ofNanos(System.nanoTime() - heldAt)).isGreaterThan(Duration.ofSeconds(1));
            assertThat(leader.isAlive()).isTrue();
        }
    }

    @Test
    void proxyThatGoesAwayIsNoProofAboutTheProcessBehindIt() throws IOException {
        try (TcpProxy proxy = new TcpProxy();
                LabProcess leader = PeerNode.start("leader", 1, "127.0.0.1:0", folder)) {
            proxy.forwardTo(PeerNode.port(leader));
            standby.watch(LEADER, proxy.address());
            await().until(() -> !standby.changed().isEmpty());

            proxy.close();
            await().during(Duration.ofSeconds(1)).until(() -> standby.gone().isEmpty());

            leader.kill();
            await().until(() -> standby.gone().contains(LEADER));
        }
    }

    /** The folder of its locks is not that of the leader, as in another container. */
    @Test
    void processWhoseLockIsNotSeenIsGoneOnceItStartsAgainAtTheSameAddress() {
        replaceStandby(TestPeer.quick().lockFolder(folder));
        try (LabProcess leader = connect()) {
            leader.kill();
            await().during(Duration.ofMillis(500)).until(() -> standby.gone().isEmpty());

            try (LabProcess again = PeerNode.start("leader", 3, PeerNode.address(leader), folder)) {
                await().until(() -> standby.gone().contains(LEADER));
                assertThat(again.isAlive()).isTrue();
            }
        }
    }

    @Test
    void processWithoutFileDescriptorsIsNeverGone() throws Exception {
        try (LabProcess leader = connect()) {
            leaveFileDescriptors(leader, 10);
            int port = PeerNode.port(leader);
            List<Socket> flood = new ArrayList<>();
            for (int i = 0; i < 150; i++) {
                flood.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }

            await().until(() -> leader.lines().stream().anyMatch(line -> line.contains("cannot accept peers")));
            await().during(Duration.ofSeconds(1)).until(() -> standby.gone().isEmpty());
            for (Socket socket : flood) {
                socket.close();
            }

            standby.changed().clear();
            await().until(() -> !standby.changed().isEmpty());
            assertThat(standby.gone()).isEmpty();
        }
    }

    /** Counted from what it has open, which depends on how its class path is written. */
    private static void leaveFileDescriptors(LabProcess process, int more) throws Exception {
        long open;
        try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
            open = descriptors.count();
        }
        int status = new ProcessBuilder("prlimit", "--pid", Long.toString(process.pid()), "--nofile=" + (open + more))
                .inheritIO()
                .start()
                .waitFor();
        assertThat(status).isZero();
    }

    private LabProcess connect() {
        LabProcess leader = PeerNode.start("leader", 1, "127.0.0.1:0", folder);
        standby.watch(LEADER, PeerNode.address(leader));
        await().until(() -> !standby.changed().isEmpty());
        return leader;
    }
}
