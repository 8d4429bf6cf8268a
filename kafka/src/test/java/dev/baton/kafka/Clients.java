// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Real clients of a broker. */
final class Clients {
    private Clients() {}

    static KafkaProducer<String, String> producer(String address, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", address, "max.block.ms", "30000"));
        settings.putAll(more);
        return new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
    }

    static KafkaConsumer<String, String> consumer(String address, Map<String, Object> more) {
        Map<String, Object> settings =
                new HashMap<>(Map.of("bootstrap.servers", address, "auto.offset.reset", "earliest"));
        settings.putAll(more);
        return new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
    }

    /** Polls until so many records were read. */
    static List<ConsumerRecord<String, String>> read(KafkaConsumer<String, String> consumer, int count) {
        List<ConsumerRecord<String, String>> all = new ArrayList<>();
        long end = System.nanoTime() + TestBroker.SOON.toNanos();
        while (all.size() < count) {
            consumer.poll(Duration.ofMillis(200)).forEach(all::add);
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("only " + all.size() + " of " + count + " records came");
            }
        }
        return all;
    }
}
