// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.FaultHandler;
import dev.baton.NodeId;
import dev.baton.bully.internal.http.MessageJson;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.NodeStatus;
import dev.baton.internal.runtime.ThreadLanes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What strangers with the password may say to a node that is its whole cluster, and what they may not. */
@Timeout(60)
class LastMemberTest {
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    @TempDir
    Path folder;

    private final ThreadLanes lanes = new ThreadLanes("last", 2, FaultHandler.halting());
    private BullyElector node;

    @BeforeEach
    void start() {
        node = LocalCluster.start(
                "node1",
                BullyConfiguration.of(LocalCluster.CREDENTIALS, folder.resolve("node1"))
                        .form()
                        .settings(LocalCluster.SETTINGS),
                lanes);
        eventually("it leads its membership", PATIENCE, () -> !remove().text().contains("503"), this::remove);
    }

    @AfterEach
    void stop() {
        node.close();
        lanes.close();
    }

    private RawHttp.Reply post(String path, String body) {
        try {
            return RawHttp.post(node.address(), path, RawHttp.KNOWN, body);
        } catch (IOException problem) {
            throw new AssertionError(problem);
        }
    }

    private RawHttp.Reply remove() {
        return post(
                "/remove",
                "{\"node\":\"node1\",\"version\":\"%s\"}".formatted(node.view().version()));
    }

    private void assertAlone() {
        assertThat(node.view().peers()).extracting(BullyClusterView.Peer::id).containsExactly(NodeId.of("node1"));
    }

    @Test
    void cannotBeRemoved() {
        RawHttp.Reply reply = remove();

        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.text()).contains("stop it first");
        assertAlone();
    }

    @Test
    void lendsItsAddressToNobody() {
        String body = "{\"node\":\"node2\",\"mark\":\"00000000000000ff\",\"address\":\"%s\",\"priority\":100,"
                        .formatted(node.address())
                + "\"part\":\"FULL\",\"nonce\":\"0000000000000001\"}";

        RawHttp.Reply reply = post("/join", body);

        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.text()).contains("another member has that address");
        assertAlone();
    }

    /** One says that a hundred bytes come, sends ten, and ends. */
    @Test
    void doesNothingForHalfARequest() throws IOException {
        String whole = RawHttp.request("/remove", RawHttp.KNOWN, "{\"node\":\"node1\"}");
        String half = whole.replaceAll("Content-Length: \\d+", "Content-Length: 100");
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), node.address().port())) {
            socket.getOutputStream().write(half.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();

            assertThat(socket.getInputStream().readAllBytes())
                    .as("closed without an answer")
                    .isEmpty();
        }
        assertAlone();
    }

    @Test
    void refusesAnAnnouncementThatWasHereBefore() {
        BullyConfiguration.Builder joining = BullyConfiguration.of(LocalCluster.CREDENTIALS, folder.resolve("node2"))
                .join(List.of(node.address()))
                .settings(LocalCluster.SETTINGS.as(MemberRole.CANDIDATE));
        try (BullyElector second = LocalCluster.start("node2", joining, lanes)) {
            eventually("two members", PATIENCE, () -> second.view().peers().size() == 2, second::view);
            NodeStatus said = second.node().status();
            String captured = MessageJson.write(new Envelope(
                    said.cluster(),
                    said.node(),
                    said.mark(),
                    second.address(),
                    Long.MAX_VALUE / 2,
                    said.stamp(),
                    List.of()));

            assertThat(post("/coordinator", captured).status()).isEqualTo(200);
            RawHttp.Reply again = post("/coordinator", captured);

            assertThat(again.status()).isEqualTo(409);
            assertThat(again.text()).contains("was already received");
        }
    }
}
