// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.UnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an elector keeps beside the ledger is written in its turn, and is as durable as what it was written with. */
class BesideTheLedgerTest {
    private static final ElectionName ORDERS = ElectionName.of("orders");
    private static final Duration LEASE = Duration.ofSeconds(3);

    private final MemoryLedger ledger = new MemoryLedger();
    private final List<String> happened = new ArrayList<>();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private boolean closeFails;
    private final LedgerWriter writer = new LedgerWriter(
            new ForwardingLedger(ledger) {
                @Override
                public void write(VoterState change) {
                    super.write(change);
                    happened.add("ledger " + change.epochs().size());
                }

                @Override
                public void close() {
                    happened.add("closed");
                    if (closeFails) {
                        throw new UnavailableException("modelled");
                    }
                }
            },
            tasks::add);

    private static VoterState epoch(ElectionName election, long epoch) {
        return new VoterState(Map.of(election, Epoch.of(epoch)), LEASE, Map.of());
    }

    private void runDisk() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    private void onLane(Runnable task) {
        try {
            task.run();
        } catch (IllegalStateException told) {
            happened.add("told on the lane: " + told.getCause());
        }
    }

    @Test
    void itIsWrittenAfterTheStateThatCameBeforeItAndAnotherWriteDoesNotComeBetween() {
        writer.write(epoch(ORDERS, 1), this::onLane, durable -> happened.add("epoch " + durable));
        writer.write(() -> happened.add("beside"), this::onLane, durable -> happened.add("beside " + durable));

        runDisk();

        assertThat(happened).containsExactly("ledger 1", "beside", "epoch true", "beside true");
    }

    @Test
    void aloneItTouchesNoLedger() {
        writer.write(() -> happened.add("beside"), this::onLane, durable -> happened.add("beside " + durable));

        runDisk();

        assertThat(happened).containsExactly("beside", "beside true");
    }

    /** What comes behind may go on from what could not be written. */
    @Test
    void whatCannotBeWrittenBesideMakesItsGroupNotDurable() {
        writer.write(epoch(ORDERS, 1), this::onLane, durable -> happened.add("epoch " + durable));
        writer.write(
                () -> {
                    throw new UnavailableException("modelled full disk");
                },
                this::onLane,
                durable -> happened.add("beside " + durable));
        writer.write(() -> happened.add("not reached"), this::onLane, durable -> happened.add("behind " + durable));

        runDisk();

        assertThat(happened).containsExactly("ledger 1", "epoch false", "beside false", "behind false");
    }

    @Test
    void nothingIsWrittenBesideWhereTheLedgerIsFull() {
        ledger.full(true);
        writer.write(epoch(ORDERS, 1), this::onLane, durable -> happened.add("epoch " + durable));
        writer.write(() -> happened.add("not reached"), this::onLane, durable -> happened.add("beside " + durable));

        runDisk();

        assertThat(happened).containsExactly("epoch false", "beside false");
    }

    @Test
    void anErrorBesideIsThrownOnTheLaneAndTheNextWriteIsTried() {
        writer.write(
                () -> {
                    throw new IllegalArgumentException("modelled");
                },
                this::onLane,
                durable -> happened.add("first " + durable));
        runDisk();
        writer.write(() -> {}, this::onLane, durable -> happened.add("second " + durable));
        runDisk();

        assertThat(happened)
                .containsExactly(
                        "told on the lane: java.lang.IllegalArgumentException: modelled", "first false", "second true");
    }

    @Test
    void itClosesAlsoAfterAWriteThatFailed() {
        ledger.full(true);
        writer.write(epoch(ORDERS, 1), this::onLane, durable -> happened.add("epoch " + durable));
        CompletableFuture<Void> end = writer.close();

        runDisk();

        assertThat(happened).containsExactly("epoch false", "closed");
        assertThat(end).isCompleted();
    }

    @Test
    void whoWaitsForTheEndIsToldAlsoWhereTheLedgerDoesNotClose() {
        closeFails = true;
        CompletableFuture<Void> end = writer.close();

        try {
            runDisk();
        } catch (UnavailableException modelled) {
            happened.add("thrown");
        }

        assertThat(happened).containsExactly("closed", "thrown");
        assertThat(end).isCompleted();
    }

    @Test
    void itReadsWhatWasThereBefore() {
        ledger.raise(ORDERS, Epoch.of(7), LEASE);

        assertThat(writer.read()).isEqualTo(epoch(ORDERS, 7));
    }

    /** Each one copied what those before it had changed: seconds for what takes milliseconds. */
    @Test
    @Timeout(10)
    void changesThatWaitForADiskThatHangsAreWrittenTogetherInTimeThatGrowsWithTheirNumber() {
        int changes = 20_000;
        for (int i = 0; i < changes; i++) {
            writer.write(epoch(ElectionName.of("e" + i), 1), this::onLane, durable -> {});
        }

        runDisk();

        assertThat(happened).containsExactly("ledger " + changes);
    }
}
