// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.core.Incarnation;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The leader is a process of its own: killed, stopped, starved and restarted. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "signals, ulimit and /proc")
class PeerProcessIT {
    private static final Node LEADER = new Node(NodeId.of("leader"), new Incarnation(1));
    private static final String NO_LIMIT = "true";

    private TestPeer standby = new TestPeer("standby", 2, TestPeer.quick().build());

    @AfterEach
    void close() {
        standby.close();
    }

    @Test
    void killedProcessIsGoneWithoutWaitingForItsSilence() throws IOException {
        replaceStandby(TestPeer.patient());
        try (PeerProcess leader = connect(NO_LIMIT)) {
            leader.kill();

            await().until(() -> standby.gone().contains(LEADER));
        }
    }

    private void replaceStandby(PeerSettings.Builder settings) {
        standby.close();
        standby = new TestPeer("standby", 2, settings.build());
    }

    @Test
    void stoppedProcessIsNeverGone() throws Exception {
        try (PeerProcess leader = connect(NO_LIMIT)) {
            leader.signal("STOP");
            await().until(leader::isStopped);

            // Several times the silence after which a connection is given up, and the time that an answer may take.
            await().during(Duration.ofSeconds(2)).until(() -> standby.gone().isEmpty());
            leader.signal("CONT");

            standby.changed().clear();
            await().until(() -> !standby.changed().isEmpty());
            assertThat(standby.gone()).isEmpty();
        }
    }

    @Test
    void processThatIsKilledWhileStoppedIsGone() throws Exception {
        try (PeerProcess leader = connect(NO_LIMIT)) {
            leader.signal("STOP");
            await().until(leader::isStopped);

            leader.kill();

            await().until(() -> standby.gone().contains(LEADER));
        }
    }

    @Test
    void processThatStartsAgainAtTheSameAddressProvesThatTheFormerIsGone() throws IOException {
        replaceStandby(TestPeer.quick().refusalIsProof(RefusalProof.NEVER));
        try (PeerProcess leader = connect(NO_LIMIT)) {
            leader.kill();
            await().until(() -> !leader.isAlive());
            assertThat(standby.gone()).isEmpty();

            try (PeerProcess again = PeerProcess.start("leader", 3, leader.address(), NO_LIMIT)) {
                await().until(() -> standby.gone().contains(LEADER));
                assertThat(again.isAlive()).isTrue();
            }
        }
    }

    @Test
    void processWithoutFileDescriptorsIsNeverGone() throws IOException {
        try (PeerProcess leader = connect("ulimit -n 60")) {
            int port = PeerAddress.parse(leader.address()).orElseThrow().getPort();
            List<Socket> flood = new ArrayList<>();
            for (int i = 0; i < 150; i++) {
                flood.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }

            await().until(() -> leader.hasSaid("cannot accept peers"));
            await().during(Duration.ofSeconds(1)).until(() -> standby.gone().isEmpty());
            for (Socket socket : flood) {
                socket.close();
            }

            standby.changed().clear();
            await().until(() -> !standby.changed().isEmpty());
            assertThat(standby.gone()).isEmpty();
        }
    }

    private PeerProcess connect(String limit) throws IOException {
        PeerProcess leader = PeerProcess.start("leader", 1, "127.0.0.1:0", limit);
        standby.watch(LEADER, leader.address());
        await().until(() -> !standby.changed().isEmpty());
        return leader;
    }
}
