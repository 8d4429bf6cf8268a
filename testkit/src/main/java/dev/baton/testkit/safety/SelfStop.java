// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.spi.MonotonicTime;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Each process is elected only after an acquire of that epoch, where what it asks for is recorded, and its duties are
 * stopped before others may lead, by its own clock. A process that was paused across that instant has {@link #GRACE}
 * from when it goes on; one that ended has nothing to stop, and one that called its fault handler said that it cannot.
 */
public final class SelfStop implements SafetyRule {
    static final Duration GRACE = Duration.ofSeconds(5);

    private final Map<String, ToldByProcess> processes = new HashMap<>();
    private final List<HistoryEvent> withoutAcquire = new ArrayList<>();
    private boolean linksRecorded;

    /** What one process said of one election. */
    private static final class ToldByProcess {
        private final Set<Long> acquired = new HashSet<>();
        private final Map<Long, HistoryEvent> deadlines = new HashMap<>();
        private @Nullable HistoryEvent resumed;
        private boolean faulted;
    }

    @Override
    public String id() {
        return "I5";
    }

    @Override
    public void on(HistoryEvent event, Consumer<Violation> violations) {
        ToldByProcess process =
                processes.computeIfAbsent(event.process() + " " + event.election(), first -> new ToldByProcess());
        switch (event.op()) {
            case ACQUIRE -> acquire(process, event);
            case ELECTED -> elected(process, event);
            case DEADLINE -> process.deadlines.put(event.epoch(), event);
            case FAULT -> process.faulted = true;
            case RESUMED -> process.resumed = event;
            case DUTY_STOPPED -> stopped(process, event, violations);
            default -> {}
        }
    }

    private void acquire(ToldByProcess process, HistoryEvent event) {
        linksRecorded = true;
        if (event.is(Op.ACQUIRE, Kind.OK)) {
            process.acquired.add(event.epoch());
        }
    }

    private void elected(ToldByProcess process, HistoryEvent event) {
        if (!process.acquired.contains(event.epoch())) {
            withoutAcquire.add(event);
        }
    }

    private void stopped(ToldByProcess process, HistoryEvent event, Consumer<Violation> violations) {
        HistoryEvent deadline = process.deadlines.get(event.epoch());
        if (deadline != null && !process.faulted && isLate(event, deadline, process.resumed)) {
            violations.accept(Violation.of(
                    this,
                    "a duty stopped at " + event.monoNanos() + ", but others may lead from "
                            + deadline.details().number("others"),
                    deadline,
                    event));
        }
    }

    private static boolean isLate(HistoryEvent stopped, HistoryEvent deadline, @Nullable HistoryEvent resumed) {
        long limit = deadline.details().number("others");
        if (resumed != null) {
            limit = MonotonicTime.later(limit, MonotonicTime.plus(resumed.monoNanos(), GRACE));
        }
        return MonotonicTime.isBefore(limit, stopped.monoNanos());
    }

    @Override
    public void atEnd(Consumer<Violation> violations) {
        if (linksRecorded) {
            withoutAcquire.forEach(event -> violations.accept(
                    Violation.of(this, "elected under epoch " + event.epoch() + " without an acquire", event)));
        }
    }
}
