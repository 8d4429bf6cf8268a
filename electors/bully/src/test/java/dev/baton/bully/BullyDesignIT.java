// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.Leader;
import dev.baton.LeadershipListener;
import dev.baton.NodeId;
import dev.baton.quorum.QuorumMode;
import dev.baton.spi.Vacancy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Mistakes of bully implementations that only sockets can show; the others are in {@code BullyDesignTest}. */
@Timeout(150)
@Execution(ExecutionMode.CONCURRENT)
class BullyDesignIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final BullySettings SETTINGS = BullySettings.every(Duration.ofMillis(400));
    private static final Pattern ADDRESS = Pattern.compile("\"address\":\"([^\"]+)\"");

    @TempDir
    Path folder;

    private final List<Running> running = new ArrayList<>();

    private record Running(Baton baton, BullyElector elector, Gate gate) {
        Candidate stand(LeadershipListener... listeners) {
            Baton.CandidateBuilder standing = baton.stand("coordinator")
                    .settings(CandidateSettings.builder()
                            .windDown(Duration.ofMillis(100))
                            .checkInterval(Duration.ofMillis(100))
                            .build());
            for (LeadershipListener listener : listeners) {
                standing.listener(listener);
            }
            return standing.start();
        }

        Address address() {
            return elector.address();
        }
    }

    private Running start(String id, BullySettings settings, Address... toJoin) {
        Gate gate = new Gate();
        BullyConfiguration configuration = LocalCluster.joining(
                        List.of(toJoin), BullyConfiguration.of(LocalCluster.CREDENTIALS, folder.resolve(id)))
                .settings(settings)
                .build();
        Baton baton = Baton.node(id).start(context -> configuration.start(context, gate::before));
        Running started = new Running(baton, baton.elector(BullyElector.class), gate);
        running.add(started);
        return started;
    }

    private static void awaitMembers(int count, Running... nodes) {
        List<Running> all = List.of(nodes);
        eventually(
                count + " members",
                PATIENCE,
                () -> all.stream().allMatch(it -> it.elector().view().peers().size() == count),
                () -> all.stream().map(it -> it.elector().view()).toList());
    }

    @AfterEach
    void stop() {
        running.forEach(it -> it.baton().close());
    }

    @Test
    void twoLeadersNoticeEachOther() {
        BullySettings without = SETTINGS.withQuorum(QuorumMode.NONE);
        Running first = start("node1", without);
        Running second = start("node2", without, first.address());
        awaitMembers(2, first, second);
        Candidate one = first.stand();
        Candidate other = second.stand();
        first.gate().closeTo(second.address());
        second.gate().closeTo(first.address());
        eventually("each leads its side", PATIENCE, () -> one.isLeader() && other.isLeader(), one::status);

        first.gate().openToAll();
        second.gate().openToAll();

        eventually("one is left", PATIENCE, () -> one.isLeader() != other.isLeader(), one::status);
        eventually(
                "both see the same one",
                PATIENCE,
                () -> one.leader().isPresent()
                        && one.leader().map(Leader::node).equals(other.leader().map(Leader::node)),
                () -> List.of(one.status(), other.status()));
    }

    /** Whoever is asked calls back before it answers, and finds the port open. */
    @Test
    void thePortIsOpenBeforeANodeAsksToJoin() throws Exception {
        try (ServerSocket asked = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            asked.setSoTimeout((int) PATIENCE.toMillis());
            CompletableFuture<Integer> calledBack = CompletableFuture.supplyAsync(() -> callBack(asked));

            start("node2", SETTINGS, new Address("127.0.0.1", asked.getLocalPort()));

            assertThat(calledBack.get()).isEqualTo(200);
        }
    }

    private static int callBack(ServerSocket asked) {
        try (Socket caller = asked.accept()) {
            StringBuilder heard = new StringBuilder();
            Matcher address = ADDRESS.matcher(heard);
            while (!address.reset().find()) {
                int next = caller.getInputStream().read();
                if (next < 0) {
                    throw new IOException("no address in " + heard);
                }
                heard.append(new String(new byte[] {(byte) next}, StandardCharsets.ISO_8859_1));
            }
            return RawHttp.get(Address.parse(address.group(1)), "/heartbeat").status();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Not by the end of its lease: the next one is told that it was given back. */
    @Test
    void aNodeThatIsClosedHandsOverAtOnce() {
        BullySettings slow = BullySettings.every(Duration.ofSeconds(1));
        BullySettings candidate = slow.as(MemberRole.CANDIDATE);
        Running voter = start("node1", slow);
        Running second = start("node2", candidate, voter.address());
        Running third = start("node3", candidate, voter.address());
        awaitMembers(3, voter, second, third);
        Candidate former = third.stand();
        eventually("the first one leads", PATIENCE, former::isLeader, former::status);
        Queue<Vacancy.Cause> heard = new ConcurrentLinkedQueue<>();
        Candidate next = second.stand(new LeadershipListener() {
            @Override
            public void on(CandidateEvent event) {
                if (event instanceof CandidateEvent.LeaderDown down) {
                    heard.add(down.cause());
                }
            }
        });
        eventually("the next one sees it lead", PATIENCE, () -> next.leader().isPresent(), next::status);

        third.baton().close();
        eventually("the next one leads", PATIENCE, next::isLeader, next::status);

        eventually("it was told why", PATIENCE, () -> !heard.isEmpty(), next::status);
        assertThat(heard).containsExactly(Vacancy.Cause.RELEASED);
    }

    @Test
    void aRemovalReachesEveryone() {
        Running first = start("node1", SETTINGS);
        Running second = start("node2", SETTINGS.as(MemberRole.CANDIDATE), first.address());
        Running third = start("node3", SETTINGS.as(MemberRole.CANDIDATE), first.address());
        awaitMembers(3, first, second, third);

        eventually("the request is accepted", PATIENCE, () -> remove("node3", first) == 202, first.elector()::view);

        // A leader of the membership that accepts a request, and then no longer leads, has changed nothing.
        eventually(
                "two members",
                PATIENCE,
                () -> {
                    remove("node3", first);
                    return List.of(first, second, third).stream()
                            .allMatch(it -> it.elector().view().peers().size() == 2);
                },
                first.elector()::view);
        assertThat(second.elector().view().peers())
                .extracting(BullyClusterView.Peer::id)
                .doesNotContain(NodeId.of("node3"));
    }

    private static int remove(String node, Running at) {
        String body = "{\"node\":\"" + node + "\",\"version\":\""
                + at.elector().view().version() + "\"}";
        try {
            return RawHttp.post(at.address(), "/remove", RawHttp.KNOWN, body).status();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Test
    void aStrangerIsToldToAuthenticateAndNoAddressIsFetchedForIt() throws IOException {
        Running node = start("node1", SETTINGS);
        try (ServerSocketChannel named = ServerSocketChannel.open()) {
            named.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .configureBlocking(false);

            RawHttp.Reply reply = RawHttp.post(
                    node.address(),
                    "/join",
                    RawHttp.basic("cluster_user", "wrong_pass"),
                    joining("127.0.0.1:" + named.socket().getLocalPort()));

            assertThat(reply.status()).isEqualTo(401);
            assertThat(reply.text()).containsIgnoringCase("\r\nWWW-Authenticate: Basic");
            assertThat(named.accept()).as("somebody who calls").isNull();
        }
    }

    /** A call that fails ends in a refusal as well, but in other words. */
    @Test
    void anAddressThatTheRequestDoesNotComeFromIsNotFetched() {
        Running node = start("node1", SETTINGS);

        eventually(
                "the node leads the membership, and refuses",
                PATIENCE,
                () -> join(node, joining("10.1.2.3:80")).text().contains("comes from another address"),
                node.elector()::view);

        assertThat(node.elector().view().peers()).hasSize(1);
    }

    private static String joining(String address) {
        return "{\"node\":\"node9\",\"mark\":\"00000000000000ff\",\"address\":\"" + address
                + "\",\"priority\":100,\"part\":\"FULL\",\"nonce\":\"0000000000000001\"}";
    }

    private static RawHttp.Reply join(Running at, String body) {
        try {
            return RawHttp.post(at.address(), "/join", RawHttp.KNOWN, body);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
