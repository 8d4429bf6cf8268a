// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.checker;

import dev.baton.spi.Instants;
import dev.baton.testkit.history.History;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * No duty starts in one process while that of another may act, by a clock that all of them share, as processes of one
 * machine do. A duty may act until it has stopped, but no longer than its leadership was certain; one that never said that
 * it stopped, because its process was killed, acted at least until the last thing that the process said.
 */
public final class OneActs implements HistoryRule {
    @Override
    public String id() {
        return "I2";
    }

    /** A duty under one leadership of one process. */
    private static final class Spell {
        private final HistoryEvent started;
        private HistoryEvent until;
        private @Nullable HistoryEvent certain;
        private boolean stopped;

        Spell(HistoryEvent started, @Nullable HistoryEvent certain) {
            this.started = started;
            this.until = started;
            this.certain = certain;
        }

        void saw(HistoryEvent event) {
            if (event.op() == Op.DEADLINE && event.epoch() == started.epoch()) {
                certain = event;
            }
            if (!stopped) {
                until = event;
                stopped = event.op() == Op.DUTY_STOPPED && event.epoch() == started.epoch();
            }
        }

        long end() {
            long said = until.monoNanos();
            return certain == null
                    ? said
                    : Instants.earlier(said, certain.details().number("certain"));
        }
    }

    @Override
    public void check(History history, Consumer<Violation> violations) {
        Map<String, List<Spell>> elections = new LinkedHashMap<>();
        history.perProcess(event -> true)
                .forEach(events -> elections
                        .computeIfAbsent(events.get(0).election(), first -> new ArrayList<>())
                        .addAll(spells(events)));
        elections.values().forEach(spells -> compare(spells, violations));
    }

    private static List<Spell> spells(List<HistoryEvent> events) {
        List<Spell> spells = new ArrayList<>();
        HistoryEvent deadline = null;
        for (HistoryEvent event : events) {
            if (event.op() == Op.DEADLINE) {
                deadline = event;
            }
            spells.forEach(spell -> spell.saw(event));
            if (event.op() == Op.DUTY_STARTED) {
                spells.add(new Spell(event, deadline));
            }
        }
        return spells;
    }

    private void compare(List<Spell> spells, Consumer<Violation> violations) {
        for (Spell one : spells) {
            for (Spell next : spells) {
                boolean later = one.started.epoch() < next.started.epoch()
                        && !one.started.process().equals(next.started.process());
                if (later && Instants.isBefore(next.started.monoNanos(), one.end())) {
                    violations.accept(Violation.of(
                            this,
                            "the duty of " + next.started.process() + " starts "
                                    + (one.end() - next.started.monoNanos()) + " ns before that of "
                                    + one.started.process() + " stops to act",
                            one.started,
                            one.until,
                            next.started));
                }
            }
        }
    }
}
