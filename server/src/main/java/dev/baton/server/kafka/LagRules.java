// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.kafka;

import dev.baton.admin.ConsumerGroupReport;
import dev.baton.admin.ConsumerGroupReport.Described;
import dev.baton.admin.ConsumerGroupReport.Partition;
import dev.baton.admin.ConsumerGroupReport.TopicLag;
import dev.baton.kafka.groups.GroupState;
import dev.baton.kafka.groups.GroupState.Place;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Computes what a group has yet to read: the end of a log less the committed offset. */
final class LagRules {
    private static final Comparator<Place> ORDER =
            Comparator.comparing(Place::topic).thenComparingInt(Place::partition);

    private LagRules() {}

    /** The end of a partition, if its leader has reported it. */
    @FunctionalInterface
    interface Ends {
        OptionalLong of(String topic, int partition);
    }

    /** A group with the partitions that it has committed for, and those that its members have. No lag yet. */
    static Described report(String coordinator, GroupState group) {
        Map<Place, String> owners = new HashMap<>();
        group.members().forEach(member -> member.partitions().forEach(it -> owners.put(it, member.id())));
        Map<Place, Long> committed = new HashMap<>();
        group.offsets().forEach(it -> committed.put(it.place(), it.offset()));
        Set<Place> places = new TreeSet<>(ORDER);
        places.addAll(owners.keySet());
        places.addAll(committed.keySet());
        return new Described(
                new ConsumerGroupReport(
                        group.name(),
                        group.state(),
                        group.protocol(),
                        group.assignor(),
                        coordinator,
                        group.members().size(),
                        null,
                        List.of()),
                group.members().stream()
                        .map(it -> new ConsumerGroupReport.Member(
                                it.id(),
                                it.instance().orElse(null),
                                it.client(),
                                it.host(),
                                it.partitions().size()))
                        .sorted(Comparator.comparing(ConsumerGroupReport.Member::client)
                                .thenComparing(ConsumerGroupReport.Member::id))
                        .toList(),
                places.stream()
                        .map(it -> new Partition(
                                it.topic(), it.partition(), committed.get(it), null, null, owners.get(it)))
                        .toList());
    }

    /** Returns the group with the ends of its partitions, and so with lag. */
    static Described measured(Described group, Ends ends) {
        List<Partition> partitions =
                group.partitions().stream().map(it -> measured(it, ends)).toList();
        Map<String, @Nullable Long> topics = new LinkedHashMap<>();
        partitions.forEach(it -> topics.put(it.topic(), sum(topics.get(it.topic()), it.lag())));
        ConsumerGroupReport head = group.group();
        return new Described(
                new ConsumerGroupReport(
                        head.group(),
                        head.state(),
                        head.protocol(),
                        head.assignor(),
                        head.coordinator(),
                        head.members(),
                        topics.values().stream()
                                .filter(Objects::nonNull)
                                .reduce(LagRules::sum)
                                .orElse(null),
                        topics.entrySet().stream()
                                .map(it -> new TopicLag(it.getKey(), it.getValue()))
                                .toList()),
                group.members(),
                partitions);
    }

    private static Partition measured(Partition it, Ends ends) {
        OptionalLong end = ends.of(it.topic(), it.partition());
        Long committed = it.committed();
        return new Partition(
                it.topic(),
                it.partition(),
                committed,
                end.isPresent() ? end.getAsLong() : null,
                // Both are read at about the same time, and either may be the older one.
                end.isPresent() && committed != null ? Math.max(0, end.getAsLong() - committed) : null,
                it.member());
    }

    private static @Nullable Long sum(@Nullable Long one, @Nullable Long other) {
        return one == null ? other : other == null ? one : Long.valueOf(one + other);
    }
}
