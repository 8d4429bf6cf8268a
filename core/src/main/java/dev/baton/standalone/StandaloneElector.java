// SPDX-License-Identifier: Apache-2.0
package dev.baton.standalone;

import dev.baton.Alarm;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Lane;
import dev.baton.spi.Lanes;
import dev.baton.spi.Priority;
import dev.baton.spi.Vacancy;
import dev.baton.spi.Validity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The elector of a cluster of one: whoever asks, leads. With a state file its epochs rise across restarts; a node that
 * cannot write the file does not lead.
 */
public final class StandaloneElector implements Elector {
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Lanes lanes;
    private final EpochSource epochs;
    private final Guarantee guarantee;
    private final Map<ElectionName, StandaloneContest> contests = new HashMap<>();
    private boolean closed;

    private StandaloneElector(Lanes lanes, EpochSource epochs, Guarantee guarantee) {
        this.lanes = lanes;
        this.epochs = epochs;
        this.guarantee = guarantee;
    }

    /** Epochs start at 1 with every process. */
    public static ElectorFactory<StandaloneElector> inMemory() {
        Guarantee guarantee = new Guarantee(
                Guarantee.Exclusivity.EXCLUSIVE,
                Guarantee.EpochMemory.PROCESS,
                "standalone: this node is the whole cluster, and epochs start again with it");
        return context -> new StandaloneElector(context.lanes(), new MemoryEpochs(), guarantee);
    }

    /** Epochs rise across restarts. The start fails if the file is damaged, a copy, or in use by another node. */
    public static ElectorFactory<StandaloneElector> withStateFile(Path file) {
        Guarantee guarantee = new Guarantee(
                Guarantee.Exclusivity.EXCLUSIVE,
                Guarantee.EpochMemory.DURABLE,
                "standalone: this node is the whole cluster, and its state file keeps the epochs");
        return context -> new StandaloneElector(context.lanes(), new EpochFile(file), guarantee);
    }

    @Override
    public Guarantee guarantee() {
        return guarantee;
    }

    @Override
    public Duration certainty() {
        return Duration.ofDays(1);
    }

    @Override
    public synchronized Contest enter(ElectionEntry entry, Consumer<ElectorEvent> events) {
        if (closed) {
            throw new IllegalStateException("the elector is closed");
        }
        if (contests.containsKey(entry.election())) {
            throw new IllegalStateException(entry.self().id() + " is in the election " + entry.election() + " already");
        }
        StandaloneContest contest = new StandaloneContest(entry, events);
        contests.put(entry.election(), contest);
        contest.lane.execute(() -> contest.tell(new ElectorEvent.Vacant(Vacancy.fresh())));
        return contest;
    }

    private synchronized void leave(StandaloneContest contest) {
        contests.remove(contest.entry.election(), contest);
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            List.copyOf(contests.values()).forEach(StandaloneContest::close);
            epochs.close();
        }
    }

    private final class StandaloneContest implements Contest {
        private final ElectionEntry entry;
        private final Consumer<ElectorEvent> events;
        private final Lane lane;
        private boolean campaigning;
        private boolean left;
        private boolean troubled;
        private @Nullable Epoch held;

        StandaloneContest(ElectionEntry entry, Consumer<ElectorEvent> events) {
            this.entry = entry;
            this.events = events;
            this.lane = lanes.open("standalone " + entry.election());
        }

        @Override
        public void ready(Optional<Priority> priority) {
            // There is no other leader to take over from.
        }

        @Override
        public void campaign(Priority priority) {
            lane.execute(() -> {
                campaigning = true;
                grant();
            });
        }

        private void grant() {
            if (!campaigning || left || held != null) {
                return;
            }
            try {
                Epoch won = epochs.next(entry.election());
                held = won;
                troubled = false;
                tell(new ElectorEvent.Granted(
                        won, Validity.unlimited(lanes.ticker().nanos())));
            } catch (UnavailableException problem) {
                if (!troubled) {
                    troubled = true;
                    tell(new ElectorEvent.Trouble(
                            new Alarm(Alarm.Kind.STATE_NOT_WRITABLE, String.valueOf(problem.getMessage()))));
                }
                lane.wakeAt(lanes.ticker().nanos() + RETRY.toNanos(), this::grant);
            }
        }

        @Override
        public void withdraw() {
            lane.execute(() -> campaigning = false);
        }

        @Override
        public void release(Epoch epoch, Optional<NodeId> successor) {
            lane.execute(() -> {
                end(epoch, successor);
                tell(new ElectorEvent.Released(epoch));
            });
        }

        @Override
        public void abandon(Epoch epoch) {
            lane.execute(() -> end(epoch, Optional.empty()));
        }

        private void end(Epoch epoch, Optional<NodeId> successor) {
            campaigning = false;
            if (epoch.equals(held)) {
                held = null;
                Leader former = new Leader(entry.election(), entry.self(), epoch, entry.endpoints());
                tell(new ElectorEvent.Vacant(new Vacancy(Optional.of(former), Vacancy.Cause.RELEASED, successor)));
            }
        }

        private void tell(ElectorEvent event) {
            if (!left) {
                events.accept(event);
            }
        }

        @Override
        public void close() {
            leave(this);
            lane.execute(() -> {
                left = true;
                lane.cancelWake();
            });
        }
    }
}
