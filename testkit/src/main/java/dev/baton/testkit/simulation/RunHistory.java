// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.spi.Ticker;
import dev.baton.testkit.history.History;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Everything that happened in a run, in the order in which it truly happened. */
final class RunHistory {
    private static final long MILLI = 1_000_000;

    private final Scheduler scheduler;
    private final List<HistoryEvent> events = new ArrayList<>();
    private final List<Consumer<HistoryEvent>> readers = new ArrayList<>();
    private long hash = 17;

    RunHistory(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    void tell(Consumer<HistoryEvent> reader) {
        readers.add(reader);
    }

    /** Where one source writes; nothing is taken from it once it is silent. */
    HistoryRecorder recorder(String node, String incarnation, Ticker ticker, BooleanSupplier silent) {
        long[] seq = {0};
        return (kind, op, election, epoch, value) -> {
            if (!silent.getAsBoolean()) {
                add(new HistoryEvent(
                        seq[0]++,
                        node,
                        incarnation,
                        ticker.nanos(),
                        scheduler.now() / MILLI,
                        kind,
                        op,
                        election.value(),
                        epoch.value(),
                        value));
            }
        };
    }

    private void add(HistoryEvent event) {
        events.add(event);
        hash = hash * 31 + scheduler.now();
        hash = hash * 31 + event.node().hashCode();
        hash = hash * 31 + event.monoNanos();
        hash = hash * 31 + event.op().name().hashCode();
        hash = hash * 31 + event.kind().name().hashCode();
        hash = hash * 31 + event.epoch();
        hash = hash * 31 + event.value().hashCode();
        readers.forEach(reader -> reader.accept(event));
    }

    /** Two runs with the same hash went the same way. */
    long hash() {
        return hash;
    }

    History history() {
        return new History(events);
    }
}
