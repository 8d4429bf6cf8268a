// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.admin.ConsumerGroupReport.Described;
import dev.baton.admin.ConsumerGroupReport.Partition;
import dev.baton.admin.ConsumerGroupReport.TopicLag;
import dev.baton.kafka.groups.GroupState;
import dev.baton.kafka.groups.GroupState.Committed;
import dev.baton.kafka.groups.GroupState.Member;
import dev.baton.kafka.groups.GroupState.Place;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LagRulesTest {
    private static final Place ORDERS_0 = new Place("orders", 0);
    private static final Place ORDERS_1 = new Place("orders", 1);
    private static final Place MAILS_0 = new Place("mails", 0);

    private static Described measured(List<Place> assigned, Map<Place, Long> committed, Map<Place, Long> ends) {
        GroupState group = new GroupState(
                "readers",
                "classic",
                "Stable",
                "range",
                List.of(new Member("m-1", Optional.empty(), "client", "/127.0.0.1", assigned)),
                committed.entrySet().stream()
                        .map(it -> new Committed(it.getKey(), it.getValue()))
                        .toList());
        return LagRules.measured(LagRules.report("n1", group), (topic, partition) -> {
            Long end = ends.get(new Place(topic, partition));
            return end == null ? OptionalLong.empty() : OptionalLong.of(end);
        });
    }

    @Test
    void lagIsWhatIsWrittenLessWhatWasCommitted() {
        Described group = measured(
                List.of(ORDERS_0, ORDERS_1),
                Map.of(ORDERS_0, 10L, ORDERS_1, 5L, MAILS_0, 1L),
                Map.of(ORDERS_0, 12L, ORDERS_1, 5L, MAILS_0, 101L));

        assertThat(group.group().lag()).isEqualTo(102);
        assertThat(group.group().topics()).containsExactly(new TopicLag("mails", 100L), new TopicLag("orders", 2L));
        assertThat(group.partitions())
                .containsExactly(
                        new Partition("mails", 0, 1L, 101L, 100L, null),
                        new Partition("orders", 0, 10L, 12L, 2L, "m-1"),
                        new Partition("orders", 1, 5L, 5L, 0L, "m-1"));
    }

    @Test
    void whatIsNotKnownIsNotCountedAsNothing() {
        Described nothing = measured(List.of(ORDERS_0), Map.of(), Map.of(ORDERS_0, 12L));
        assertThat(nothing.group().lag()).isNull();
        assertThat(nothing.partitions()).containsExactly(new Partition("orders", 0, null, 12L, null, "m-1"));

        Described away = measured(List.of(), Map.of(ORDERS_0, 10L, ORDERS_1, 10L), Map.of(ORDERS_0, 12L));
        assertThat(away.group().lag()).isEqualTo(2);
        assertThat(away.partitions().get(1)).isEqualTo(new Partition("orders", 1, 10L, null, null, null));
    }

    @Test
    void aCommitThatIsNewerThanTheEndIsNoLag() {
        assertThat(measured(List.of(), Map.of(ORDERS_0, 13L), Map.of(ORDERS_0, 12L))
                        .group()
                        .lag())
                .isZero();
    }
}
