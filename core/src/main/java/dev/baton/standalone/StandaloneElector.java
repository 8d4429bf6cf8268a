// SPDX-License-Identifier: Apache-2.0
package dev.baton.standalone;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.UninterruptibleWait;
import dev.baton.spi.Alarm;
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
 * The elector of a single node, which always wins. With a state file its epochs rise across restarts; a node that
 * cannot write the file does not lead.
 */
public final class StandaloneElector implements Elector {
    private static final AsyncLog LOG = AsyncLog.of(StandaloneElector.class);
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final Duration MAX_CLOSE = Duration.ofSeconds(2);

    private final Lanes lanes;
    private final EpochWriter epochs;
    private final Guarantee guarantee;
    private final Map<ElectionName, StandaloneContest> contests = new HashMap<>();
    private boolean closed;

    StandaloneElector(Lanes lanes, EpochWriter epochs, Guarantee guarantee) {
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
        return context ->
                new StandaloneElector(context.lanes(), new EpochWriter(new MemoryEpochs(), Runnable::run), guarantee);
    }

    /** Epochs rise across restarts. The start fails if the file is damaged, a copy, or in use by another node. */
    public static ElectorFactory<StandaloneElector> withStateFile(Path file) {
        Guarantee guarantee = new Guarantee(
                Guarantee.Exclusivity.EXCLUSIVE,
                Guarantee.EpochMemory.DURABLE,
                "standalone: this node is the whole cluster, and its state file keeps the epochs");
        return context -> new StandaloneElector(
                context.lanes(), EpochWriter.onThread(new EpochFile(file), "baton-standalone-state"), guarantee);
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

    /** Waits, within bounds, for what is being written. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            List.copyOf(contests.values()).forEach(StandaloneContest::close);
        }
        if (!UninterruptibleWait.done(MAX_CLOSE, epochs.close())) {
            LOG.warn("the standalone elector ends while its state file is still being written");
        }
    }

    private final class StandaloneContest implements Contest, EpochWriter.Answer {
        private final ElectionEntry entry;
        private final Consumer<ElectorEvent> events;
        private final Lane lane;
        private boolean campaigning;
        /** Whether an epoch is on its way. */
        private boolean asking;

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
            if (campaigning && !left && held == null && !asking) {
                asking = true;
                epochs.next(entry.election(), lane, this);
            }
        }

        /** If the candidate no longer wants to lead, the epoch is not used. */
        @Override
        public void epoch(Epoch next) {
            asking = false;
            troubled = false;
            if (campaigning && !left) {
                held = next;
                tell(new ElectorEvent.Granted(
                        next, Validity.unlimited(lanes.ticker().nanos())));
            }
        }

        @Override
        public void problem(UnavailableException why) {
            asking = false;
            if (!troubled) {
                troubled = true;
                tell(new ElectorEvent.Trouble(
                        new Alarm(Alarm.Kind.STATE_NOT_WRITABLE, String.valueOf(why.getMessage()))));
            }
            if (!left) {
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
