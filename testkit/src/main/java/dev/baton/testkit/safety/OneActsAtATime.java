// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.Leadership;
import dev.baton.spi.MonotonicTime;
import dev.baton.testkit.history.HistoryEvent;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A process acts as leader of an election only when all processes with earlier epochs act no more. A simulated cluster
 * is asked after each step under which leaderships its processes may act; from a history it is found out what each
 * process did by the clock that all of them share, as processes of one machine do.
 */
public final class OneActsAtATime implements SafetyRule {
    private final @Nullable ObservedCluster cluster;
    private final ActingTimes times = new ActingTimes();

    /** For a history. */
    public OneActsAtATime() {
        this.cluster = null;
    }

    public OneActsAtATime(ObservedCluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public String id() {
        return "I2";
    }

    /** One process may act under one epoch of an election for a while. */
    record Acting(String process, String election, long epoch, long from, long until) {
        private boolean isBefore(Acting other) {
            return epoch < other.epoch || (epoch == other.epoch && !MonotonicTime.isBefore(other.from, from));
        }

        private boolean isSame(Acting other) {
            return process.equals(other.process) && epoch == other.epoch;
        }
    }

    /** The rule. */
    private static Optional<String> conflict(Acting one, Acting next) {
        return one.election().equals(next.election())
                        && !one.isSame(next)
                        && one.isBefore(next)
                        && MonotonicTime.isBefore(next.from(), one.until())
                ? Optional.of(next.process() + " acts under epoch " + next.epoch() + " of " + next.election() + " "
                        + (one.until() - next.from()) / 1_000_000.0 + " ms before " + one.process()
                        + " has to stop acting under epoch " + one.epoch())
                : Optional.empty();
    }

    @Override
    public void on(HistoryEvent event, Consumer<Violation> violations) {
        if (cluster == null) {
            times.on(event);
        }
    }

    @Override
    public void atEnd(Consumer<Violation> violations) {
        times.spells().stream()
                .collect(Collectors.groupingBy(spell -> spell.started().election()))
                .values()
                .forEach(spells -> compare(spells, violations));
    }

    private void compare(List<ActingTimes.Spell> spells, Consumer<Violation> violations) {
        List<Acting> acting = spells.stream().map(ActingTimes.Spell::acting).toList();
        for (int i = 0; i < acting.size(); i++) {
            for (int j = 0; j < acting.size(); j++) {
                // What one process did by itself is not what this is about: it may say late that it stopped.
                if (!acting.get(i).process().equals(acting.get(j).process())) {
                    ActingTimes.Spell one = spells.get(i);
                    ActingTimes.Spell next = spells.get(j);
                    conflict(acting.get(i), acting.get(j))
                            .ifPresent(what -> violations.accept(
                                    Violation.of(this, what, one.started(), one.lastEvent(), next.started())));
                }
            }
        }
    }

    @Override
    public void afterStep(Consumer<Violation> violations) {
        List<Leadership> acting = cluster == null ? List.of() : cluster.acting();
        for (int i = 1; i < acting.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (acting.get(i).election().equals(acting.get(j).election())) {
                    Acting one = now(acting.get(j));
                    Acting other = now(acting.get(i));
                    conflict(one, other)
                            .or(() -> conflict(other, one))
                            .ifPresent(what -> violations.accept(Violation.of(this, what)));
                }
            }
        }
    }

    private static Acting now(Leadership held) {
        return new Acting(
                held.node().toString(),
                held.election().value(),
                held.epoch().value(),
                0,
                held.remaining().toNanos());
    }
}
