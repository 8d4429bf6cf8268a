// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.lab;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A file to which a command appends its epoch and node, again and again for as long as it runs. Appended lines have one
 * order, and that is the truth: if an epoch shows up after a higher one, two commands ran at once.
 */
public final class Witness {
    private final Path file;

    public Witness(Path file) {
        this.file = file;
    }

    /** A command that writes every few milliseconds, and does not listen to TERM. */
    public List<String> stubbornCommand() {
        return List.of("sh", "-c", "trap '' TERM INT HUP; while :; do " + append() + "; sleep 0.01; done");
    }

    public String append() {
        return "echo \"$BATON_EPOCH $BATON_NODE $$\" >>" + file;
    }

    public record Line(long epoch, String node, long pid) {}

    public List<Line> lines() {
        try {
            return Files.exists(file)
                    ? Files.readAllLines(file).stream()
                            .filter(line -> line.split(" ").length == 3)
                            .map(line -> line.split(" "))
                            .map(word -> new Line(Long.parseLong(word[0]), word[1], Long.parseLong(word[2])))
                            .toList()
                    : List.of();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    public Line awaitNode(String node) {
        eventually(
                node + " writes",
                Duration.ofSeconds(30),
                () -> lines().stream().anyMatch(line -> line.node().equals(node)),
                this::toString);
        return lines().stream()
                .filter(line -> line.node().equals(node))
                .findFirst()
                .orElseThrow();
    }

    public void assertNeverTwoAtOnce() {
        List<Line> lines = lines();
        assertThat(lines).extracting(Line::epoch).isSorted();
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).epoch() == lines.get(i - 1).epoch()) {
                assertThat(lines.get(i).pid()).isEqualTo(lines.get(i - 1).pid());
            }
        }
    }

    /** Who wrote, in order, each once per command. */
    @Override
    public String toString() {
        return lines().stream().distinct().toList().toString();
    }
}
