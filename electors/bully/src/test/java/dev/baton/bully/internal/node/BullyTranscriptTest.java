// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.bully.BullySettings;
import dev.baton.spi.Priority;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Transcripts of whole clusters: files of commands, each followed by the exact output, as in core. With
 * {@code -Dbaton.transcripts.update=true} they are written again, to be reviewed as a diff.
 */
class BullyTranscriptTest {
    private static final Path FOLDER = Path.of("src", "test", "resources", "transcripts", "bully");
    private static final String UPDATE = "baton.transcripts.update";

    @TestFactory
    Stream<DynamicTest> transcripts() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<Path> sorted = files.sorted().toList();
            assertThat(sorted).isNotEmpty();
            return sorted.stream().map(file -> DynamicTest.dynamicTest(name(file), () -> check(file)));
        }
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName()).replace(".txt", "").replace('-', ' ');
    }

    private static void check(Path file) {
        try {
            String written = Files.readString(file);
            String played = play(written);
            if (Boolean.getBoolean(UPDATE)) {
                Files.writeString(file, played);
            } else {
                assertThat(written)
                        .as("transcript %s; -D%s=true writes it anew", file, UPDATE)
                        .isEqualTo(played);
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static String play(String transcript) {
        Script script = new Script();
        StringBuilder played = new StringBuilder();
        for (String line : transcript.lines().toList()) {
            if (line.isEmpty() || line.startsWith("#") || line.startsWith(">")) {
                played.append(line).append('\n');
            }
            if (line.startsWith(">")) {
                List<String> words =
                        new ArrayList<>(List.of(line.substring(1).trim().split(" +")));
                List<String> output = script.play(words.remove(0), words);
                (output.isEmpty() ? List.of("nothing") : output)
                        .forEach(said -> played.append(said).append('\n'));
            }
        }
        return played.toString();
    }

    /** The commands. Times are since the cluster has settled; a heartbeat takes 500 ms, and a lease 1.75 s. */
    private static final class Script {
        private final ScriptedCluster cluster = new ScriptedCluster(BullySettings.defaults());
        /** The last process of each node. */
        private final Map<NodeId, Node> processes = new HashMap<>();

        List<String> play(String command, List<String> words) {
            switch (command) {
                case "members" -> members(words);
                case "start" -> words.stream().map(NodeId::of).forEach(this::start);
                case "settle" -> cluster.settle();
                case "kill" -> words.stream().map(NodeId::of).forEach(cluster::kill);
                case "prove-gone" -> cluster.proveGone(processes.get(NodeId.of(words.get(0))));
                case "cut" -> cluster.cut(NodeId.of(words.get(0)), NodeId.of(words.get(1)));
                case "mend" -> cluster.mendAll();
                case "release" ->
                    cluster.release(
                            NodeId.of(words.get(0)),
                            words.stream().skip(1).map(NodeId::of).findFirst());
                case "remove" -> cluster.remove(NodeId.of(words.get(1)), NodeId.of(words.get(0)));
                case "advance" -> cluster.advance(duration(words.get(0)));
                default -> throw new AssertionError("no such command: " + command);
            }
            return cluster.report();
        }

        /** {@code node1 node2=50}: the number is a priority. */
        private void members(List<String> words) {
            Map<NodeId, Priority> priorities = new LinkedHashMap<>();
            words.forEach(word -> {
                String[] parts = word.split("=", 2);
                priorities.put(
                        NodeId.of(parts[0]),
                        parts.length == 1 ? Priority.DEFAULT : new Priority(Integer.parseInt(parts[1])));
            });
            cluster.members(priorities);
        }

        private void start(NodeId id) {
            cluster.start(id);
            processes.put(id, cluster.process(id));
        }

        private static Duration duration(String text) {
            return text.endsWith("ms")
                    ? Duration.ofMillis(Long.parseLong(text.replace("ms", "")))
                    : Duration.parse("PT" + text);
        }
    }
}
