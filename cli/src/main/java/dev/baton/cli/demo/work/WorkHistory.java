// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.work;

import dev.baton.cli.demo.ActivityFile.Span;
import dev.baton.cli.demo.ObservedHandOvers;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the histories of all workers say together: who had which partition, and whether two ever had the same one. */
final class WorkHistory {
    /** Activity is noted every millisecond; what was quiet for this long is owned by no worker that acts. */
    private static final Duration QUIET = Duration.ofMillis(250);

    private final Map<Long, List<Span>> bySubject;
    private final List<PartitionMove> moves;

    private WorkHistory(Map<Long, List<Span>> bySubject, List<PartitionMove> moves) {
        this.bySubject = bySubject;
        this.moves = moves;
    }

    static WorkHistory of(Collection<Span> spans) {
        Map<Long, List<Span>> bySubject =
                spans.stream().collect(Collectors.groupingBy(Span::subject, TreeMap::new, Collectors.toList()));
        List<PartitionMove> moves = bySubject.entrySet().stream()
                .filter(it -> it.getKey() != WorkerActivity.COORDINATOR)
                .flatMap(it -> ObservedHandOvers.of(it.getValue()).stream()
                        .map(handOver -> new PartitionMove(it.getKey().intValue(), handOver)))
                .toList();
        return new WorkHistory(bySubject, moves);
    }

    /** Every change of a partition's token, by partition and then by token. */
    List<PartitionMove> moves() {
        return moves;
    }

    /** How many partitions went from one worker to another. */
    long moved() {
        return moves.stream().filter(PartitionMove::changesWorker).count();
    }

    /** The changes in which two could act at once: each is a broken promise. */
    List<PartitionMove> overlaps() {
        return moves.stream().filter(it -> !it.handOver().overlap().isZero()).toList();
    }

    /** The longest that a partition was without a worker, of those that have one again. */
    Duration longestUnowned() {
        return longestUnowned(moves);
    }

    static Duration longestUnowned(Collection<PartitionMove> moves) {
        return moves.stream()
                .map(it -> it.handOver().gap())
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** Who acts on a partition at this instant. */
    Optional<Span> owner(int partition, long now) {
        return newest(partition).filter(it -> now - it.lastActed() < QUIET.toNanos());
    }

    /** Whether a partition came from another session during this time. */
    boolean cameWithin(int partition, Duration time, long now) {
        List<Span> spans = bySubject.getOrDefault((long) partition, List.of());
        return spans.size() > 1
                && newest(partition)
                        .filter(it -> now - it.began() < time.toNanos())
                        .isPresent();
    }

    /** Who coordinated last. */
    Optional<Span> coordinator() {
        return newest(WorkerActivity.COORDINATOR);
    }

    private Optional<Span> newest(long subject) {
        return bySubject.getOrDefault(subject, List.of()).stream().max(Comparator.comparingLong(Span::epoch));
    }
}
