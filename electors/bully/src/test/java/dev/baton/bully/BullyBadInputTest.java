// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.FaultHandler;
import dev.baton.NodeId;
import dev.baton.bully.internal.http.HttpLimits;
import dev.baton.internal.runtime.ThreadLanes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What strangers may say to the port of a node. After each of them the membership is what it was. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class BullyBadInputTest {
    private static final Duration PATIENCE = Duration.ofSeconds(25);
    /** No node counts as dead, or loses its leadership, because the machine was busy. */
    private static final BullySettings SETTINGS =
            LocalCluster.SETTINGS.toBuilder().misses(10).build();

    private static final String ONCE = "Authorization: Basic Y2x1c3Rlcl91c2VyOmNsdXN0ZXJfcGFzcw==\r\n";
    private static final String TWICE = ONCE + ONCE;
    private static final List<String> POSTS = List.of("/join", "/remove", "/election", "/coordinator", "/heartbeat");
    private static final String MEMBER = "{\"node\":\"%s\",\"mark\":\"00000000000000ff\",\"address\":\"%s\","
            + "\"priority\":100,\"part\":\"FULL\",\"nonce\":\"0000000000000001\"}";

    @TempDir
    private static Path folder;

    private static ThreadLanes lanes;
    private static BullyElector leader;
    private static BullyElector other;
    private static Address at;

    @BeforeAll
    static void start() {
        lanes = new ThreadLanes("bad-input", 2, FaultHandler.halting());
        leader = node("node1", List.of(), MemberRole.FULL);
        other = node("node2", List.of(leader.address()), MemberRole.WITNESS);
        at = leader.address();
        eventually("two members", PATIENCE, () -> leader.view().peers().size() == 2, leader::view);
    }

    private static BullyElector node(String id, List<Address> join, MemberRole part) {
        BullyConfiguration.Builder configuration = LocalCluster.joining(
                        join, BullyConfiguration.of(LocalCluster.CREDENTIALS, folder.resolve(id)))
                .settings(SETTINGS.as(part));
        return LocalCluster.start(id, configuration, lanes);
    }

    @AfterAll
    static void stop() {
        other.close();
        leader.close();
        lanes.close();
    }

    private static void assertUnchanged() {
        assertThat(leader.view().peers())
                .extracting(BullyClusterView.Peer::id)
                .containsExactlyInAnyOrder(NodeId.of("node1"), NodeId.of("node2"));
        assertThat(leader.node().isUp()).isTrue();
    }

    /** Asks again as long as no node leads the membership, which a busy machine may see to. */
    private static RawHttp.Reply whenLed(String path, String body) {
        return whenLed(path, () -> body);
    }

    private static RawHttp.Reply whenLed(String path, Supplier<String> body) {
        AtomicReference<RawHttp.Reply> reply = new AtomicReference<>();
        eventually(
                "somebody leads the membership",
                PATIENCE,
                () -> {
                    try {
                        reply.set(RawHttp.post(at, path, RawHttp.KNOWN, body.get()));
                        return reply.get().status() != 503;
                    } catch (IOException problem) {
                        throw new UncheckedIOException(problem);
                    }
                },
                reply::get);
        return reply.get();
    }

    // ---- credentials

    @Test
    void withoutCredentialsTheHeartbeatSaysUpAndNothingElse() throws IOException {
        RawHttp.Reply reply = RawHttp.get(at, "/heartbeat");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text()).endsWith("{\"up\":true}");
        assertThat(reply.text()).doesNotContain("node1").doesNotContain("Server");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Authorization: Basic\r\n",
                "Authorization: Basic bm9jb2xvbg==\r\n",
                "Authorization: Basic \u00ff\u00fe\r\n",
                "Authorization: Basic !!!!\r\n",
                "Authorization: Bearer cluster_pass\r\n",
                // The right user with a prefix of the password, and with more than the password.
                "Authorization: Basic Y2x1c3Rlcl91c2VyOmNsdXN0ZXJfcGFz\r\n",
                "Authorization: Basic Y2x1c3Rlcl91c2VyOmNsdXN0ZXJfcGFzc3M=\r\n",
                // The right ones, twice.
                TWICE
            })
    void wrongCredentialsAreToldToAuthenticate(String header) throws IOException {
        for (String path : POSTS) {
            RawHttp.Reply reply = RawHttp.post(at, path, header, "{}");

            assertThat(reply.status()).as(path).isEqualTo(401);
            assertThat(reply.text()).containsIgnoringCase("www-authenticate: Basic realm=\"baton\"");
        }
        assertUnchanged();
    }

    @Test
    void credentialsAreNotShown() {
        Credentials credentials = LocalCluster.CREDENTIALS;

        assertThat(credentials.secret().accept(RawHttp.KNOWN.toLowerCase(java.util.Locale.ROOT)))
                .isFalse();
        assertThat(credentials.toString()).doesNotContain("pass").doesNotContain("user");
    }

    // ---- requests that are none

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GARBAGE\r\n\r\n",
                "GET /heartbeat\r\n\r\n",
                "POST /join HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /join HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
                "POST /join HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n"
            })
    void whatIsNotARequestIsRefused(String bytes) throws IOException {
        assertThat(RawHttp.send(at, bytes).status()).isIn(0, 400, 401);
        assertUnchanged();
    }

    @Test
    void longHeadersAndLinesAreRefused() throws IOException {
        String long1 = "a".repeat(1 << 20);

        assertThat(RawHttp.send(at, "GET /" + long1 + " HTTP/1.1\r\n\r\n").status())
                .isIn(0, 400, 414);
        assertThat(RawHttp.send(at, "GET /heartbeat HTTP/1.1\r\nX: " + long1 + "\r\n\r\n")
                        .status())
                .isIn(0, 400, 431);
        assertUnchanged();
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedWhetherItSaysSoOrNot() throws IOException {
        RawHttp.Reply stated = RawHttp.send(
                at, "POST /join HTTP/1.1\r\nHost: x\r\n" + RawHttp.KNOWN + "Content-Length: 1000000000\r\n\r\nx");
        String chunk = "1000\r\n" + "x".repeat(4_096) + "\r\n";
        RawHttp.Reply endless = RawHttp.send(
                at,
                "POST /join HTTP/1.1\r\nHost: x\r\n" + RawHttp.KNOWN + "Transfer-Encoding: chunked\r\n\r\n"
                        + chunk.repeat(100));

        assertThat(stated.status()).isIn(0, 413);
        assertThat(endless.status()).isIn(0, 413);
        assertUnchanged();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/", "//admin/..;/", "/heartbeat/", "/join?x=1", "http://127.0.0.1/join", "/JOIN", "/%6aoin"})
    void otherPathsDoNotExist(String path) throws IOException {
        assertThat(RawHttp.post(at, path, RawHttp.KNOWN, "{}").status()).isEqualTo(404);
    }

    @Test
    void otherMethodsAreRefused() throws IOException {
        String rest = " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + RawHttp.KNOWN + "\r\n";
        for (String method : List.of("GET", "PUT", "DELETE", "TRACE", "OPTIONS")) {
            assertThat(RawHttp.send(at, method + " /join" + rest).status())
                    .as(method)
                    .isEqualTo(405);
        }
        assertThat(RawHttp.send(at, "PUT /heartbeat" + rest).status()).isEqualTo(405);
    }

    @Test
    void aFormIsNotJson() throws IOException {
        String form = "POST /remove HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + RawHttp.KNOWN
                + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\n\r\nnode=node2";

        assertThat(RawHttp.send(at, form).status()).isEqualTo(415);
        assertUnchanged();
    }

    // ---- bodies

    /** A hundred megabytes that travel as one tenth of a megabyte are not unpacked. */
    @Test
    void aCompressedBodyIsRefused() throws IOException {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (GZIPOutputStream packed = new GZIPOutputStream(bomb)) {
            byte[] blank = new byte[1 << 20];
            Arrays.fill(blank, (byte) ' ');
            for (int i = 0; i < 100; i++) {
                packed.write(blank);
            }
        }
        assertThat(bomb.size()).isLessThan(HttpLimits.BODY);
        String head = "POST /join HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
                + RawHttp.KNOWN + "Content-Encoding: gzip\r\nContent-Length: " + bomb.size() + "\r\n\r\n";

        RawHttp.Reply reply = RawHttp.send(at, head + bomb.toString(StandardCharsets.ISO_8859_1));

        assertThat(reply.status()).isEqualTo(415);
        assertUnchanged();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "{}",
                "{} {}",
                "{\"node\":1}",
                "{\"node\":\"a\",\"node\":\"b\"}",
                "{\"node\":\"../../etc\"}",
                "{\"protocol\":1e999}",
                "{\"protocol\":2}",
                "{\"protocol\":1,\"cluster\":\"x\",\"node\":\"n\",\"incarnation\":\"0\"}"
            })
    void malformedBodiesAreRefusedWithoutRepeatingThem(String body) throws IOException {
        for (String path : POSTS) {
            RawHttp.Reply reply = RawHttp.post(at, path, RawHttp.KNOWN, body);

            assertThat(reply.status()).as(path).isEqualTo(400);
            assertThat(reply.text()).doesNotContain("Exception").doesNotContain("\tat ");
        }
        assertUnchanged();
    }

    @Test
    void deepJsonIsRefused() throws IOException {
        String deep = "{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";

        assertThat(RawHttp.post(at, "/join", RawHttp.KNOWN, deep).status()).isEqualTo(400);
        assertUnchanged();
    }

    // ---- joining and removing

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/",
                "file:///etc/passwd",
                "gopher://localhost:70/",
                "user@localhost:80",
                "localhost:80/path",
                "localhost:0",
                "localhost:70000",
                "localhost",
                "local host:80",
                "localhost:80\\r\\nX: y",
                ":80",
                ""
            })
    void whatIsNotAnAddressCannotJoin(String address) throws IOException {
        RawHttp.Reply reply = whenLed("/join", String.format(MEMBER, "node9", address));

        assertThat(reply.status()).isEqualTo(400);
        assertUnchanged();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"169.254.169.254:80", "10.1.2.3:80", "0.0.0.0:80", "224.0.0.1:80", "[::ffff:169.254.169.254]:80"
            })
    void anAddressOfSomebodyElseCannotJoin(String address) throws IOException {
        RawHttp.Reply reply = whenLed("/join", String.format(MEMBER, "node9", address));

        assertThat(reply.status()).isEqualTo(403);
        assertUnchanged();
    }

    /** Nothing that stands at the address is told the password, and its answer goes nowhere. */
    @Test
    void aServerThatDidNotAskToJoinIsNotTalkedTo() throws Exception {
        try (ServerSocket somebody = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            somebody.setSoTimeout(20_000);
            List<String> heard = new ArrayList<>();
            Thread answering = new Thread(() -> {
                try (Socket caller = somebody.accept()) {
                    byte[] bytes = new byte[4_096];
                    int read = caller.getInputStream().read(bytes);
                    heard.add(new String(bytes, 0, Math.max(0, read), StandardCharsets.ISO_8859_1));
                    caller.getOutputStream()
                            .write(
                                    "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/secret\r\nContent-Length: 6\r\n\r\nsecret"
                                            .getBytes(StandardCharsets.ISO_8859_1));
                } catch (IOException closed) {
                    heard.add("closed");
                }
            });
            answering.start();

            RawHttp.Reply reply =
                    whenLed("/join", String.format(MEMBER, "node9", "127.0.0.1:" + somebody.getLocalPort()));
            answering.join();

            assertThat(reply.status()).isEqualTo(403);
            assertThat(reply.text()).doesNotContain("secret");
            assertThat(heard).hasSize(1);
            assertThat(heard.get(0))
                    .startsWith("GET /heartbeat")
                    .doesNotContain("Authorization")
                    .doesNotContain("authorization");
        }
        assertUnchanged();
    }

    @Test
    void anIdThatLivesCannotJoinFromAnotherAddress() throws IOException {
        String body = String.format(MEMBER, "node2", "127.0.0.1:9");

        assertThat(whenLed("/join", body).status()).isEqualTo(409);
        assertUnchanged();
    }

    @Test
    void nobodyIsRemovedByMistake() throws IOException {
        assertThat(whenLed("/remove", () -> removal("unknown")).status()).isEqualTo(404);
        assertThat(whenLed("/remove", removal("node2", "0.1")).status())
                .as("a request that names an older membership, as a replayed one would")
                .isEqualTo(409);
        String both = whenLed("/remove", () -> removal("node1")).text()
                + RawHttp.post(other.address(), "/remove", RawHttp.KNOWN, removal("node2"))
                        .text();
        assertThat(both)
                .as("neither the leader of the membership, nor through one who is not")
                .contains("stop it first");
        assertUnchanged();
    }

    /** As asked for by someone who has looked just now. */
    private static String removal(String node) {
        return removal(node, leader.view().version());
    }

    private static String removal(String node, String version) {
        return "{\"node\":\"" + node + "\",\"version\":\"" + version + "\"}";
    }

    @Test
    void manyJoinsChangeNothing() throws IOException {
        for (int i = 0; i < 300; i++) {
            String body = String.format(MEMBER, "joiner" + i, "127.0.0.1:9");
            assertThat(whenLed("/join", body).status()).isEqualTo(403);
        }
        assertUnchanged();
    }
}
