// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.FaultHandler;
import dev.baton.NotLeaderException;
import dev.baton.UnavailableException;
import dev.baton.controller.TopicId;
import dev.baton.partitions.Append;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionLog;
import dev.baton.raft.member.MemberAddress;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.common.errors.ApiException;

/**
 * A node in a process of its own. Arguments: its {@code NODE:PORT}, its folder, and all first members as
 * {@code NODE:PORT}. It does what its standard input says, until that says {@code stop} or ends.
 */
final class PartitionsProcess {
    private static final Duration WITHIN = Duration.ofSeconds(30);
    private static final int SNAPSHOT_EVERY = 40;

    private PartitionsProcess() {}

    public static void main(String[] args) throws Exception {
        List<MemberAddress> all = List.of(args).subList(2, args.length).stream()
                .map(PartitionsProcess::address)
                .toList();
        try (PartitionsNode node =
                new PartitionsNode(address(args[0]), Path.of(args[1]), all, SNAPSHOT_EVERY, FaultHandler.halting())) {
            System.out.println("started");
            BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = commands.readLine(); line != null && !line.equals("stop"); line = commands.readLine()) {
                run(node, line.split(" "));
            }
        }
    }

    private static MemberAddress address(String text) {
        String[] words = text.split(":", 2);
        return MemberAddress.of(words[0], "127.0.0.1", Integer.parseInt(words[1]));
    }

    private static void run(PartitionsNode node, String[] words) {
        switch (words[0]) {
            case "nodes" ->
                System.out.println(
                        "nodes " + node.controller.read(view -> view.nodes().size()));
            case "create" -> create(node, words[1]);
            case "append" -> append(node, key(words[1]), Integer.parseInt(words[2]), words[3]);
            case "read" -> {
                Optional<PartitionLog> log = node.partitions.log(key(words[1]));
                System.out.println("read "
                        + log.map(it -> String.join(",", Batches.read(it, it.startOffset(), 4000)))
                                .orElse("nothing"));
            }
            default -> System.out.println("not understood: " + words[0]);
        }
    }

    /** Records of tests are as old as can be, and are to stay. */
    private static void create(PartitionsNode node, String topic) {
        try {
            System.out.println("created "
                    + node.client
                            .createTopic(topic, 1, 3, Map.of("retention.ms", "-1"), WITHIN)
                            .join());
        } catch (CompletionException refused) {
            System.out.println("created nothing: " + refused.getMessage());
        }
    }

    private static PartitionKey key(String topic) {
        return new PartitionKey(TopicId.parse(topic), 0);
    }

    /** Appends one numbered record of the one producer there is. */
    private static void append(PartitionsNode node, PartitionKey key, int sequence, String text) {
        String about = "appended " + sequence + " " + text + " ";
        Optional<PartitionLog> log = node.partitions.log(key);
        if (log.isEmpty()) {
            System.out.println(about + "not");
            return;
        }
        try {
            Append append = log.get().append(Batches.numbered(1, sequence, text));
            CompletableFuture<?> unused = append.committed()
                    .whenComplete((done, problem) -> System.out.println(about
                            + (problem == null
                                    ? "ok " + append.baseOffset() + " "
                                            + log.get().highWatermark()
                                    : problem instanceof NotLeaderException ? "not" : "unknown")));
        } catch (NotLeaderException | UnavailableException notNow) {
            System.out.println(about + "not");
        } catch (ApiException refused) {
            System.out.println(about + "refused " + refused);
        }
    }
}
