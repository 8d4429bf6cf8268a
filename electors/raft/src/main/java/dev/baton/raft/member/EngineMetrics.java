// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.ratis.metrics.Timekeeper;

/** What the engine of one member measures of itself. Any thread. */
public final class EngineMetrics {
    /** Ratis has one place for the metrics of all members of a process. */
    private static final Map<String, EngineMetrics> BY_MEMBER = new ConcurrentHashMap<>();

    /** What takes time. */
    public enum Timed {
        /** An entry is written to this member's log, and is on its disk. */
        APPEND,
        /** The time to wait for the disk, for everything that was written since. */
        SYNC,
        /** A snapshot is taken. */
        SNAPSHOT,
        /** An election that this member started comes to an end, won or lost. */
        ELECTION
    }

    /** What is counted. */
    public enum Counted {
        ELECTIONS_STARTED,
        /** Times that this member, as a follower, had heard from no leader for too long. */
        LEADER_TIMEOUTS,
        /** Entries that were not taken because too many waited. */
        ENTRIES_REFUSED,
        /** Snapshots of a leader that this member took over, since it had lagged too far. */
        SNAPSHOTS_INSTALLED,
        /** Requests that this process sent again, since they had not met the leader. */
        REQUESTS_RETRIED
    }

    private final Map<Counted, LongAdder> counters = new EnumMap<>(Counted.class);
    private volatile BiConsumer<Timed, Duration> listener = (kind, took) -> {};
    private volatile Supplier<?> pending = () -> 0;
    /** The name of the group that the member is about; a member takes part in others, too. */
    private volatile Supplier<Optional<String>> group = Optional::empty;

    EngineMetrics() {
        for (Counted kind : Counted.values()) {
            counters.put(kind, new LongAdder());
        }
    }

    /** Those of a member that is about to start. */
    static EngineMetrics open(String member) {
        return BY_MEMBER.computeIfAbsent(member, it -> new EngineMetrics());
    }

    static Optional<EngineMetrics> of(String member) {
        return Optional.ofNullable(BY_MEMBER.get(member));
    }

    /** What Ratis measures of the member afterwards is lost. */
    static void close(String member) {
        BY_MEMBER.remove(member);
    }

    /** Tells how long things take from now on, on the threads of the engine: it must be quick. */
    public void timing(BiConsumer<Timed, Duration> told) {
        listener = told;
    }

    public long count(Counted kind) {
        return counter(kind).sum();
    }

    /** Entries that this member, as the leader, has written and not yet answered. */
    public long pending() {
        return pending.get() instanceof Number number ? number.longValue() : 0;
    }

    LongAdder counter(Counted kind) {
        return Objects.requireNonNull(counters.get(kind));
    }

    void about(Supplier<Optional<String>> own) {
        group = own;
    }

    /** @param of the member's name, and after it that of a group */
    void pending(String of, Supplier<?> value) {
        if (group.get().map(of::endsWith).orElse(true)) {
            pending = value;
        }
    }

    Timekeeper.Context time(Timed kind) {
        long start = System.nanoTime();
        return () -> {
            long took = System.nanoTime() - start;
            listener.accept(kind, Duration.ofNanos(took));
            return took;
        };
    }
}
