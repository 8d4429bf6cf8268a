// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.brokers;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.lab.LabProcess;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The process that loads the brokers, as a test speaks to it. */
final class Load {
    private static final int SOME = 20;

    private final LabProcess process;
    private final Runnable stuck;

    /** @param stuck run before a test fails because a partition takes no records */
    Load(LabProcess process, Runnable stuck) {
        this.process = process;
        this.stuck = stuck;
    }

    /** Of each partition. */
    private List<Integer> acknowledged() {
        String counts = process.last("acknowledged ").orElse("acknowledged 0 0,0,0,0,0,0");
        return Stream.of(counts.split(" ")[2].split(",")).map(Integer::valueOf).toList();
    }

    /** Waits until every partition has acknowledged some more. */
    void awaitMore() {
        List<Integer> before = acknowledged();
        try {
            eventually(
                    "every partition takes records",
                    BrokersLab.PATIENCE,
                    () -> {
                        List<Integer> now = acknowledged();
                        return IntStream.range(0, now.size()).allMatch(it -> now.get(it) >= before.get(it) + SOME);
                    },
                    () -> before + " " + acknowledged());
        } catch (AssertionError none) {
            stuck.run();
            throw none;
        }
    }

    /** The node that leads a partition. */
    int leader(int partition) {
        String about = "leader " + partition + " ";
        AtomicReference<String> leader = new AtomicReference<>("none");
        eventually(
                "partition " + partition + " has a leader",
                BrokersLab.PATIENCE,
                () -> {
                    long before = said(about);
                    process.say("leader " + partition);
                    eventually("an answer", BrokersLab.PATIENCE, () -> said(about) > before, process::lines);
                    leader.set(process.last(about).orElseThrow().substring(about.length()));
                    return !leader.get().equals("none");
                },
                leader::get);
        return Integer.parseInt(leader.get());
    }

    /** Whether a node leads any partition. */
    boolean isLedBy(int node) {
        return IntStream.range(0, LoadClients.PARTITIONS).anyMatch(it -> leader(it) == node);
    }

    private long said(String about) {
        return process.lines().stream().filter(it -> it.startsWith(about)).count();
    }

    /** Ends the load and has everything checked. */
    String check() {
        process.say("check");
        String summary = process.await("checked ", BrokersLab.PATIENCE.multipliedBy(3));
        assertThat(process.lines().stream().filter(it -> it.startsWith("problem ")))
                .as(summary)
                .isEmpty();
        assertThat(summary)
                .contains(" 0 problems", " 0 unanswered,", " 0 consumers replaced,")
                .as("what is certainly not there was tried")
                .doesNotContain(", 0 refused for certain");
        return summary;
    }

    /** What became of the large batches, after {@link #check}. */
    String bulk() {
        return process.last("bulk: ").orElseThrow();
    }

    /** How often producers had to send something again, as {@link #check} said. */
    static int sentAgain(String summary) {
        String before = summary.substring(0, summary.indexOf(" sent again"));
        return Integer.parseInt(before.substring(before.lastIndexOf(' ') + 1));
    }
}
