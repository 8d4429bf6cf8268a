// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TopicMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TopicMeters meters = new TopicMeters(registry);

    private double recordsIn(String topic) {
        return registry.get("kafka.server.brokertopicmetrics.messagesin")
                .tags("topic", topic)
                .counter()
                .count();
    }

    private long topics() {
        return registry.find("kafka.server.brokertopicmetrics.bytesout")
                .counters()
                .size();
    }

    @Test
    void eachTopicIsCountedByItsName() {
        meters.appended("orders", 3, 300);
        meters.appended("orders", 2, 200);
        meters.appended("bills", 1, 100);
        meters.fetched("bills", 70);

        assertThat(recordsIn("orders")).isEqualTo(5);
        assertThat(recordsIn("bills")).isEqualTo(1);
        assertThat(registry.get("kafka.server.brokertopicmetrics.bytesin")
                        .tags("topic", "orders")
                        .counter()
                        .count())
                .isEqualTo(500);
        assertThat(registry.get("kafka.server.brokertopicmetrics.bytesout")
                        .tags("topic", "bills")
                        .counter()
                        .count())
                .isEqualTo(70);
    }

    @Test
    void moreTopicsThanCanBeShownAreCountedTogether() {
        for (int i = 0; i < TopicMeters.MAX_TOPICS + 10; i++) {
            meters.appended("t" + i, 1, 10);
        }

        assertThat(topics()).isEqualTo(TopicMeters.MAX_TOPICS + 1);
        assertThat(recordsIn(TopicMeters.OTHERS)).isEqualTo(10);
    }

    @Test
    void aTopicThatIsGoneLeavesItsPlace() {
        for (int i = 0; i < TopicMeters.MAX_TOPICS; i++) {
            meters.appended("t" + i, 1, 10);
        }
        Set<String> there = IntStream.range(1, TopicMeters.MAX_TOPICS)
                .mapToObj(i -> "t" + i)
                .collect(Collectors.toSet());

        meters.keep(there);
        assertThat(topics()).isEqualTo(TopicMeters.MAX_TOPICS);

        meters.appended("next", 4, 10);
        assertThat(recordsIn("next")).isEqualTo(4);
        assertThat(recordsIn("t1")).isEqualTo(1);
    }
}
