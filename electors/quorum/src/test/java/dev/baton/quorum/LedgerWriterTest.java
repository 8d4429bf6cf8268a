// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Changes reach the disk in groups, in order, and are reported after that. */
class LedgerWriterTest {
    private static final Duration LEASE = Duration.ofSeconds(3);

    private final MemoryLedger disk = new MemoryLedger();
    private final List<Integer> writes = new ArrayList<>();
    private final List<String> results = new ArrayList<>();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private boolean broken;
    private boolean closed;
    private final LedgerWriter writer = new LedgerWriter(
            new ForwardingLedger(disk) {
                @Override
                public void write(VoterState change) {
                    if (broken) {
                        throw new OutOfMemoryError("modelled");
                    }
                    super.write(change);
                    writes.add(change.epochs().size());
                }

                @Override
                public void close() {
                    closed = true;
                }
            },
            tasks::add);

    private void write(String election, long epoch) {
        VoterState change = new VoterState(Map.of(ElectionName.of(election), Epoch.of(epoch)), LEASE, Map.of());
        writer.write(change, this::onLane, durable -> results.add(election + (durable ? " durable" : " failed")));
    }

    private void onLane(Runnable task) {
        try {
            task.run();
        } catch (IllegalStateException reported) {
            results.add(String.valueOf(reported.getCause()));
        }
    }

    private void runDisk() {
        tasks.remove().run();
    }

    @Test
    void whatWaitsIsWrittenTogetherAndReportedInOrder() {
        write("a", 1);
        write("b", 2);
        write("a", 3);
        assertThat(results).isEmpty();
        assertThat(disk.highest()).isEqualTo(Epoch.NONE);

        runDisk();

        assertThat(writes).containsExactly(2);
        assertThat(results).containsExactly("a durable", "b durable", "a durable");
        assertThat(disk.highest(ElectionName.of("a"))).isEqualTo(Epoch.of(3));
        assertThat(tasks).isEmpty();
    }

    @Test
    void whatArrivesDuringAWriteIsInTheNextOne() {
        writer.write(VoterState.EMPTY, this::onLane, durable -> write("b", 1));

        runDisk();
        assertThat(results).isEmpty();

        runDisk();
        assertThat(results).containsExactly("b durable");
    }

    @Test
    void aFullDiskIsReportedToAll() {
        disk.full(true);
        write("a", 1);
        write("b", 1);

        runDisk();
        assertThat(results).containsExactly("a failed", "b failed");

        disk.full(false);
        write("a", 1);
        runDisk();
        assertThat(results).last().isEqualTo("a durable");
    }

    @Test
    void anErrorIsReportedOnceAndTheOthersAreNotDurable() {
        broken = true;
        write("a", 1);
        write("b", 1);

        runDisk();

        assertThat(results).containsExactly("java.lang.OutOfMemoryError: modelled", "a failed", "b failed");
    }

    @Test
    void itClosesAfterTheLastWriteAndThenTakesNoMore() {
        write("a", 1);
        CompletableFuture<Void> end = writer.close();
        write("b", 1);
        assertThat(results).containsExactly("b failed");
        assertThat(closed).isFalse();

        while (!tasks.isEmpty()) {
            runDisk();
        }

        assertThat(closed).isTrue();
        assertThat(end).isCompleted();
        assertThat(results).contains("a durable");
        assertThat(writer.close()).isSameAs(end);
    }

    @Test
    @Timeout(30)
    void aThreadOfItsOwnWritesAndCloses() throws Exception {
        LedgerWriter threaded = LedgerWriter.onThread(disk, "baton-test-state");
        CompletableFuture<String> by = new CompletableFuture<>();
        threaded.write(
                new VoterState(Map.of(ElectionName.of("a"), Epoch.of(1)), LEASE, Map.of()),
                Runnable::run,
                durable -> by.complete(Thread.currentThread().getName() + " " + durable));

        assertThat(by.get(20, TimeUnit.SECONDS)).isEqualTo("baton-test-state true");
        threaded.close().get(20, TimeUnit.SECONDS);
        assertThat(disk.highest()).isEqualTo(Epoch.of(1));
    }
}
