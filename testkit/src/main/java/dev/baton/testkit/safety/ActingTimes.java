// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.spi.MonotonicTime;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When the processes of a history acted. A duty may act until it has stopped, but no longer than its leadership was
 * certain; one that never said that it stopped, because its process was killed, acted at least until the last thing that
 * the process said.
 */
final class ActingTimes {
    private final Map<String, ToldByProcess> processes = new LinkedHashMap<>();

    /** What one process said of one election. */
    private static final class ToldByProcess {
        private final List<Spell> spells = new ArrayList<>();
        private @Nullable HistoryEvent deadline;
    }

    void on(HistoryEvent event) {
        ToldByProcess process =
                processes.computeIfAbsent(event.process() + " " + event.election(), first -> new ToldByProcess());
        if (event.op() == Op.DEADLINE) {
            process.deadline = event;
        }
        process.spells.forEach(spell -> spell.saw(event));
        if (event.op() == Op.DUTY_STARTED) {
            process.spells.add(new Spell(event, process.deadline));
        }
    }

    List<Spell> spells() {
        return processes.values().stream()
                .flatMap(process -> process.spells.stream())
                .toList();
    }

    /** A duty under one leadership of one process. */
    static final class Spell {
        private final HistoryEvent started;
        private HistoryEvent last;
        private @Nullable HistoryEvent certain;
        private boolean stopped;

        Spell(HistoryEvent started, @Nullable HistoryEvent certain) {
            this.started = started;
            this.last = started;
            this.certain = certain;
        }

        private void saw(HistoryEvent event) {
            if (event.op() == Op.DEADLINE && event.epoch() == started.epoch()) {
                certain = event;
            }
            if (!stopped) {
                last = event;
                stopped = event.op() == Op.DUTY_STOPPED && event.epoch() == started.epoch();
            }
        }

        HistoryEvent started() {
            return started;
        }

        HistoryEvent lastEvent() {
            return last;
        }

        OneActsAtATime.Acting acting() {
            long said = last.monoNanos();
            return new OneActsAtATime.Acting(
                    started.process(),
                    started.election(),
                    started.epoch(),
                    started.monoNanos(),
                    certain == null
                            ? said
                            : MonotonicTime.earlier(said, certain.details().number("certain")));
        }
    }
}
