// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.lab;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A file to which a command appends its epoch and node, again and again as long as it runs. Appended lines have one
 * order, and that is the truth: if an epoch shows up after a higher one, or a process after another, two commands ran at
 * once.
 */
public final class EvidenceFile {
    private static final Duration SOON = Duration.ofMinutes(1);

    private final Path file;

    public EvidenceFile(Path file) {
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
                SOON,
                () -> lines().stream().anyMatch(line -> line.node().equals(node)),
                this::toString);
        return lines().stream()
                .filter(line -> line.node().equals(node))
                .findFirst()
                .orElseThrow();
    }

    /** Waits until another process than this one writes. */
    public Line awaitAnother(Line before) {
        eventually(
                "another process than " + before.pid() + " writes",
                SOON,
                () -> last().pid() != before.pid(),
                this::toString);
        return last();
    }

    private Line last() {
        List<Line> lines = lines();
        return lines.get(lines.size() - 1);
    }

    public void assertNeverTwoAtOnce() {
        List<Line> lines = lines();
        assertThat(lines).extracting(Line::epoch).isSorted();
        Set<Long> before = new HashSet<>();
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).pid() != lines.get(i - 1).pid()) {
                before.add(lines.get(i - 1).pid());
            }
            assertThat(before)
                    .as("wrote until another did")
                    .doesNotContain(lines.get(i).pid());
        }
    }

    /** Who wrote, in order, each once per command. */
    @Override
    public String toString() {
        return lines().stream().distinct().toList().toString();
    }
}
