// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.FaultHandler;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.spi.Lanes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Many at once: nodes that join, requests to join, connections that say nothing. Over real sockets, in one process. */
@Timeout(120)
@Isolated
class BullyCrowdIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final BullySettings SETTINGS = BullySettings.every(Duration.ofMillis(500));
    /** Of nodes that are not to lose their leadership to a machine that is busy. */
    private static final BullySettings LASTING = SETTINGS.toBuilder().misses(6).build();

    @TempDir
    Path folder;

    private BullyElector start(String id, MemberRole part, List<Address> join, Lanes lanes) {
        return LocalCluster.start(id, node(id, join, LASTING.as(part)), lanes);
    }

    private BullyConfiguration.Builder node(String id, List<Address> join, BullySettings settings) {
        return LocalCluster.joining(join, BullyConfiguration.of(LocalCluster.CREDENTIALS, folder.resolve(id)))
                .settings(settings);
    }

    /** One that leads while something is done to its port, and must not notice. */
    private void whileLeading(Attack attack) throws Exception {
        BullyConfiguration configuration = node("node1", List.of(), LASTING).build();
        try (Baton baton = Baton.node("node1").start(BullyElector.with(configuration))) {
            BullyElector elector = baton.elector(BullyElector.class);
            Candidate candidate = baton.stand("coordinator")
                    .settings(CandidateSettings.builder()
                            .windDown(Duration.ofMillis(200))
                            .build())
                    .start();
            eventually("it leads", PATIENCE, candidate::isLeader, candidate::status);
            long epoch = candidate.requireLeadership().epoch().value();

            attack.on(elector);

            assertThat(candidate.requireLeadership().epoch().value())
                    .as("it goes on leading")
                    .isEqualTo(epoch);
            assertThat(elector.view().peers()).hasSize(1);
        }
    }

    private interface Attack {
        void on(BullyElector elector) throws Exception;
    }

    @Test
    void fiveHundredSlowConnectionsAreCutOffWhileTheNodeLeads() throws Exception {
        whileLeading(elector -> {
            List<Socket> slow = new ArrayList<>();
            try {
                for (int i = 0; i < 500; i++) {
                    Socket socket = new Socket(
                            InetAddress.getLoopbackAddress(), elector.address().port());
                    socket.getOutputStream().write("POST /join HTTP/1.1\r\nX".getBytes(StandardCharsets.ISO_8859_1));
                    slow.add(socket);
                }

                assertThat(RawHttp.get(elector.address(), "/heartbeat").status())
                        .isEqualTo(200);
                eventually(
                        "all of them are cut off",
                        PATIENCE,
                        () -> slow.stream().allMatch(BullyCrowdIT::isCutOff),
                        slow::size);
            } finally {
                for (Socket socket : slow) {
                    socket.close();
                }
            }
        });
    }

    /** Trickles on, which must not help. */
    private static boolean isCutOff(Socket socket) {
        try {
            socket.getOutputStream().write('x');
            return socket.getInputStream().available() > 0;
        } catch (IOException closed) {
            return true;
        }
    }

    /** Of nodes that are not where they say they are. How many real ones are let in is in {@code AdmissionTest}. */
    @Test
    void tenThousandRequestsToJoinChangeNothing() throws Exception {
        whileLeading(elector -> {
            // Until the membership has a leader of its own, the answer is to ask later.
            eventually(
                    "requests to join are decided",
                    PATIENCE,
                    () -> join(elector.address(), 9, 1).containsKey(403),
                    elector::view);
            Map<Integer, Integer> statuses = IntStream.range(0, 8)
                    .parallel()
                    .mapToObj(thread -> join(elector.address(), thread, 1_250))
                    .reduce(new TreeMap<>(), BullyCrowdIT::sum);

            assertThat(statuses).containsOnlyKeys(403).containsValue(10_000);
        });
    }

    private static Map<Integer, Integer> sum(Map<Integer, Integer> one, Map<Integer, Integer> other) {
        Map<Integer, Integer> both = new TreeMap<>(one);
        other.forEach((status, count) -> both.merge(status, count, Integer::sum));
        return both;
    }

    /** One after the other over one connection. */
    private static Map<Integer, Integer> join(Address at, int thread, int count) {
        Map<Integer, Integer> statuses = new TreeMap<>();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), at.port())) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) PATIENCE.toMillis());
            BufferedReader replies =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            for (int i = 0; i < count; i++) {
                String body = String.format(
                        Locale.ROOT,
                        "{\"node\":\"n%d-%d\",\"mark\":\"%016x\",\"address\":\"10.1.2.3:%d\",\"priority\":100,"
                                + "\"part\":\"FULL\",\"nonce\":\"0000000000000001\"}",
                        thread,
                        i,
                        thread * 100_000L + i + 1,
                        1 + i);
                String request = "POST /join HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + RawHttp.KNOWN
                        + "Content-Length: " + body.length() + "\r\n\r\n" + body;
                socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
                statuses.merge(status(replies), 1, Integer::sum);
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        return statuses;
    }

    private static int status(BufferedReader replies) throws IOException {
        int status = Integer.parseInt(replies.readLine().split(" ")[1]);
        int length = 0;
        for (String line = replies.readLine(); !line.isEmpty(); line = replies.readLine()) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length: ")) {
                length = Integer.parseInt(line.substring(16));
            }
        }
        for (long left = length; left > 0; left -= replies.skip(left)) {
            // The body says why, in the same words each time.
        }
        return status;
    }

    /** Three voters, and a crowd whose votes do not count, as nodes that come and go all day should be. */
    @Test
    void fiftyNodesThatJoinAtOnceAllKnowEachOther() {
        try (ThreadLanes lanes = new ThreadLanes("crowd", 2, FaultHandler.halting())) {
            List<BullyElector> all = new ArrayList<>();
            try {
                all.add(start("node1", MemberRole.FULL, List.of(), lanes));
                List<Address> first = List.of(all.get(0).address());
                for (int i = 2; i <= 50; i++) {
                    all.add(start("node" + i, i <= 3 ? MemberRole.FULL : MemberRole.CANDIDATE, first, lanes));
                }

                eventually(
                        "all know all, by the same membership",
                        PATIENCE,
                        () -> all.stream()
                                .allMatch(it -> it.view().peers().size() == 50
                                        && it.view()
                                                .version()
                                                .equals(all.get(0).view().version())),
                        () -> all.stream()
                                .map(it -> it.view().version() + " "
                                        + it.view().peers().size())
                                .toList());
            } finally {
                all.parallelStream().forEach(BullyElector::close);
            }
        }
    }
}
