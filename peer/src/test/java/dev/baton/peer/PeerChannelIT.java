// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import static dev.baton.peer.TestPeer.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.spi.ElectionEntry;
import dev.baton.testkit.lab.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Channels of several nodes in one JVM, over real sockets. */
class PeerChannelIT {
    private static final PeerSecret SECRET = PeerSecret.of("correct horse battery staple");

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable resource : open) {
            resource.close();
        }
    }

    @Test
    void resignedLeaderTellsItsStandbys() {
        TestPeer leader = peer("leader", TestPeer.quick());
        TestPeer standby = peer("standby", TestPeer.quick());
        standby.watch(leader);

        leader.awaitAudienceOf(standby);

        assertThat(standby.gone()).isEmpty();
    }

    @Test
    void oneConnectionServesManyElections() {
        TestPeer leader = peer("leader", TestPeer.quick());
        TestPeer standby = peer("standby", TestPeer.quick());
        for (int i = 0; i < 1_000; i++) {
            ElectionName election = ElectionName.of("election-" + i);
            standby.channel().watch(election, leader.leading(election));
        }
        standby.watch(leader);
        leader.awaitAudienceOf(standby);

        for (int i = 0; i < 1_000; i++) {
            leader.channel().released(ElectionName.of("election-" + i), Optional.empty());
        }

        await().until(() -> standby.changed().stream().distinct().count() == 1_001);
    }

    @Test
    void quietConnectionIsKept() {
        TestPeer leader = peer("leader", TestPeer.quick());
        TestPeer standby = peer("standby", TestPeer.quick());
        standby.watch(leader);
        leader.awaitAudienceOf(standby);

        await().during(Duration.ofSeconds(1)).until(() -> standby.gone().isEmpty());
        standby.changed().clear();
        leader.channel().released(ELECTION, Optional.empty());

        await().until(() -> standby.changed().contains(ELECTION));
    }

    @Test
    void releaseAfterTheCloseEndsTheWait() {
        TestPeer leader = peer("leader", TestPeer.quick());
        leader.channel().holding(ELECTION, new Epoch(1), inAnHour());
        leader.close();
        assertThat(connects(leader.port())).isTrue();

        leader.channel().released(ELECTION, Optional.of(new Epoch(1)));

        await().until(() -> !connects(leader.port()));
    }

    @Test
    void lateReleaseOfAnEarlierLeadershipDoesNotHideThePresentOne() {
        TestPeer leader = peer("leader", TestPeer.quick());
        leader.channel().holding(ELECTION, new Epoch(1), inAnHour());
        leader.channel().holding(ELECTION, new Epoch(2), inAnHour());

        leader.channel().released(ELECTION, Optional.of(new Epoch(1)));
        leader.channel().released(ELECTION, Optional.empty());
        leader.close();

        await().during(Duration.ofMillis(300)).until(() -> connects(leader.port()));
        leader.channel().released(ELECTION, Optional.of(new Epoch(2)));
        await().until(() -> !connects(leader.port()));
    }

    @Test
    void nodeOfTheSameProcessIsNeverGone() {
        TestPeer leader = peer("leader", TestPeer.patient());
        TestPeer standby = peer("standby", TestPeer.patient());
        standby.watch(leader);
        leader.awaitAudienceOf(standby);

        leader.close();

        await().during(Duration.ofMillis(500)).until(() -> standby.gone().isEmpty());
    }

    @Test
    void wrongSecretIsNoConnectionAndNoProof() {
        TestPeer leader = peer("leader", TestPeer.quick().secret(SECRET));
        TestPeer standby = peer("standby", TestPeer.quick().secret(PeerSecret.of("another horse, another staple")));
        standby.watch(leader);

        leader.channel().released(ELECTION, Optional.empty());
        await().during(Duration.ofMillis(500)).until(() -> standby.changed().isEmpty());
        leader.close();

        await().during(Duration.ofMillis(500)).until(() -> standby.gone().isEmpty());
    }

    @Test
    void sharedSecretConnects() {
        TestPeer leader = peer("leader", TestPeer.quick().secret(SECRET));
        TestPeer standby = peer("standby", TestPeer.quick().secret(SECRET));
        standby.watch(leader);

        leader.awaitAudienceOf(standby);
    }

    @Test
    void cutConnectionToALiveProcessIsNoProof() throws IOException {
        try (TcpProxy proxy = new TcpProxy()) {
            TestPeer leader = peer("leader", behind(proxy));
            TestPeer standby = peer("standby", TestPeer.quick());
            standby.watch(leader);
            leader.awaitAudienceOf(standby);

            proxy.cutAll();
            standby.changed().clear();

            leader.awaitAudienceOf(standby);
            assertThat(standby.gone()).isEmpty();
        }
    }

    @Test
    void strangerWhoAnswersAtTheAddressIsNoProof() throws IOException {
        TestPeer leader = peer("leader", TestPeer.quick());
        TestPeer standby = peer("standby", TestPeer.quick());
        standby.watch(leader);
        leader.awaitAudienceOf(standby);
        int port = leader.port();
        leader.close();

        try (ServerSocket stranger = new ServerSocket()) {
            stranger.setReuseAddress(true);
            stranger.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            try (Socket call = stranger.accept()) {
                call.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                await().during(Duration.ofMillis(500))
                        .until(() -> standby.gone().isEmpty());
            }
        }
    }

    @Test
    void laterStartAtTheSameAddressIsProof() {
        TestPeer leader = peer("leader", TestPeer.quick());
        TestPeer standby = peer("standby", TestPeer.quick());
        standby.watch(leader);
        leader.awaitAudienceOf(standby);
        int port = leader.port();
        leader.close();

        open.add(new TestPeer(
                "leader", 99, TestPeer.quick().bind("127.0.0.1:" + port).build()));

        await().until(() -> standby.gone().contains(leader.node()));
    }

    @Test
    void secondProcessCannotTakeTheAddressOfALiveOne() {
        TestPeer leader = peer("leader", TestPeer.quick());

        assertThatThrownBy(() -> peer("twin", TestPeer.quick().bind("127.0.0.1:" + leader.port())))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("bind 127.0.0.1:" + leader.port());
    }

    @Test
    void oneChannelIsOneProcess() {
        TestPeer leader = peer("leader", TestPeer.quick());
        Node twin = new Node(NodeId.of("leader"), new Incarnation(77));

        assertThatThrownBy(() -> leader.channel().publish(new ElectionEntry(ELECTION, twin, Endpoints.NONE)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private TestPeer peer(String id, PeerSettings.Builder settings) {
        TestPeer peer = new TestPeer(id, open.size() + 1, settings.build());
        open.add(peer);
        return peer;
    }

    private static PeerSettings.Builder behind(TcpProxy proxy) {
        int port = FreePorts.take();
        proxy.forwardTo(port);
        return TestPeer.quick().bind("127.0.0.1:" + port).advertise(proxy.address());
    }

    private static long inAnHour() {
        return System.nanoTime() + Duration.ofHours(1).toNanos();
    }

    private static boolean connects(int port) {
        try (Socket ignored = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (ConnectException refused) {
            return false;
        } catch (IOException other) {
            throw new UncheckedIOException(other);
        }
    }
}
