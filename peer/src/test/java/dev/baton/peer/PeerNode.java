// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.testkit.lab.LabProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Timer;
import java.util.TimerTask;

/**
 * A node in its own process, which can be killed and stopped. It says that something changed, over and over, and
 * prints what it is told. Hears {@code watch ID INCARNATION ADDRESS}, {@code hold MILLISECONDS} and {@code close}.
 */
final class PeerNode {
    static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int SAYS_EVERY_MILLIS = 20;

    private PeerNode() {}

    static LabProcess start(String id, long incarnation, String bind, Path folder) {
        return start(id, incarnation, bind, folder, List.of());
    }

    /** @param by a command that becomes the process, as {@code ip netns exec NAME} */
    static LabProcess start(String id, long incarnation, String bind, Path folder, List<String> by) {
        LabProcess started = LabProcess.start(
                id,
                by,
                PeerNode.class,
                List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xmx64m"),
                List.of(id, Long.toString(incarnation), bind),
                folder.resolve(id + incarnation + ".err"));
        started.await("listening ", PATIENCE);
        return started;
    }

    static String address(LabProcess node) {
        return node.await("listening ", PATIENCE).substring("listening ".length());
    }

    static int port(LabProcess node) {
        return PeerAddress.parse(address(node)).orElseThrow().getPort();
    }

    public static void main(String[] arguments) throws IOException {
        TestPeer peer = new TestPeer(
                arguments[0],
                Long.parseLong(arguments[1]),
                TestPeer.quick().bind(arguments[2]).build(),
                line -> System.out.println(line));
        System.out.println("listening " + peer.channel().address());
        ElectionName another = ElectionName.of("another");
        TimerTask sayIt = new TimerTask() {
            @Override
            public void run() {
                peer.channel().released(another, Optional.empty());
            }
        };
        new Timer(true).schedule(sayIt, 0, SAYS_EVERY_MILLIS);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            hear(new ArrayList<>(List.of(line.split(" "))), peer);
        }
        // Ends with its parent.
        Runtime.getRuntime().halt(0);
    }

    private static void hear(List<String> words, TestPeer peer) {
        switch (words.get(0)) {
            case "watch" ->
                peer.watch(
                        new Node(NodeId.of(words.get(1)), new Incarnation(Long.parseLong(words.get(2)))), words.get(3));
            case "hold" ->
                peer.channel()
                        .holding(
                                TestPeer.ELECTION,
                                new Epoch(1),
                                System.nanoTime()
                                        + Duration.ofMillis(Long.parseLong(words.get(1)))
                                                .toNanos());
            case "close" -> peer.close();
            default -> throw new IllegalArgumentException(words.toString());
        }
        System.out.println("did " + words.get(0));
    }
}
