// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.checker;

import dev.baton.spi.Instants;
import dev.baton.testkit.history.History;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Elected and revoked alternate in each process, with rising epochs, each elected after an acquire of that epoch; and
 * duties are stopped before others may lead, by the process's own clock. A process that was paused across that instant
 * has {@link #GRACE} from when it goes on; one that ended has nothing to stop, and one that called its fault handler
 * said that it cannot.
 */
public final class SelfStop implements HistoryRule {
    static final Duration GRACE = Duration.ofSeconds(5);

    @Override
    public String id() {
        return "I5";
    }

    @Override
    public void check(History history, Consumer<Violation> violations) {
        boolean linksRecorded = history.events().stream().anyMatch(event -> event.op() == Op.ACQUIRE);
        history.perProcess(event -> true).forEach(events -> {
            alternate(events, linksRecorded, violations);
            stopInTime(events, violations);
        });
    }

    private void alternate(List<HistoryEvent> events, boolean linksRecorded, Consumer<Violation> violations) {
        Set<Long> acquired = new HashSet<>();
        HistoryEvent last = null;
        for (HistoryEvent event : events) {
            if (event.is(Op.ACQUIRE, Kind.OK)) {
                acquired.add(event.epoch());
            } else if (event.op() == Op.ELECTED) {
                if (last != null && (last.op() == Op.ELECTED || last.epoch() >= event.epoch())) {
                    violations.accept(Violation.of(this, "elected out of turn", last, event));
                }
                if (linksRecorded && !acquired.contains(event.epoch())) {
                    violations.accept(
                            Violation.of(this, "elected under epoch " + event.epoch() + " without an acquire", event));
                }
                last = event;
            } else if (event.op() == Op.REVOKED) {
                if (last == null || last.op() == Op.REVOKED || last.epoch() != event.epoch()) {
                    violations.accept(Violation.of(this, "revoked without having been elected", event));
                }
                last = event;
            }
        }
    }

    private void stopInTime(List<HistoryEvent> events, Consumer<Violation> violations) {
        Map<Long, HistoryEvent> deadlines = new HashMap<>();
        HistoryEvent resumed = null;
        for (HistoryEvent event : events) {
            if (event.op() == Op.DEADLINE) {
                deadlines.put(event.epoch(), event);
            } else if (event.op() == Op.FAULT) {
                return;
            } else if (event.op() == Op.RESUMED) {
                resumed = event;
            } else if (event.op() == Op.DUTY_STOPPED) {
                HistoryEvent deadline = deadlines.get(event.epoch());
                if (deadline != null && isLate(event, deadline, resumed)) {
                    violations.accept(Violation.of(
                            this,
                            "a duty stopped at " + event.monoNanos() + ", but others may lead from "
                                    + deadline.details().number("others"),
                            deadline,
                            event));
                }
            }
        }
    }

    private static boolean isLate(HistoryEvent stopped, HistoryEvent deadline, @Nullable HistoryEvent resumed) {
        long limit = deadline.details().number("others");
        if (resumed != null) {
            limit = Instants.later(limit, Instants.plus(resumed.monoNanos(), GRACE));
        }
        return Instants.isBefore(limit, stopped.monoNanos());
    }
}
