// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.kafka;

import dev.baton.kafka.KafkaBroker;
import dev.baton.kafka.KafkaMetrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Measures the broker, under the names that operators of Apache Kafka know. Nothing is counted before there is a
 * registry.
 */
final class KafkaMeters implements KafkaMetrics {
    private static final String TOPICS = "kafka.server.brokertopicmetrics.";
    private static final String REQUESTS = "kafka.network.requestmetrics.";

    private volatile @Nullable Registered registered;

    /** Counters that are used often are looked up once. */
    private static final class Registered {
        private final MeterRegistry registry;
        private final TopicMeters topics;
        private final Counter invalidRequests;
        private final Counter refusedConnections;
        private final Counter failedLogins;
        private final Counter unfinishedConnections;
        private final Map<String, Counter> failed;
        private final Map<String, Timer> times = new ConcurrentHashMap<>();

        Registered(MeterRegistry registry) {
            this.registry = registry;
            topics = new TopicMeters(registry);
            failed = Map.of(
                    "Produce", counter(TOPICS + "failedproducerequests", "errors in answers to producers"),
                    "Fetch", counter(TOPICS + "failedfetchrequests", "errors in answers to fetches"));
            invalidRequests = counter("kafka.network.invalidrequests", "requests that were invalid or incomplete");
            refusedConnections = counter("kafka.network.refusedconnections", "connections beyond the limits");
            unfinishedConnections = counter(
                    "kafka.network.unfinishedconnections", "connections that ended before TLS or login was done");
            failedLogins = counter("kafka.server.socketservermetrics.failedauthentication", "wrong passwords");
        }

        private Counter counter(String name, String about) {
            return Counter.builder(name).description(about).register(registry);
        }

        private Timer time(String api) {
            return times.computeIfAbsent(
                    api,
                    it -> Timer.builder(REQUESTS + "totaltime")
                            .description("from the last byte of a request to its answer")
                            .tags("request", it)
                            .register(registry));
        }

        private Counter errors(String api, String error) {
            return Counter.builder(REQUESTS + "errors")
                    .description("errors in answers")
                    .tags("request", api, "error", error)
                    .register(registry);
        }
    }

    void register(MeterRegistry meters, KafkaBroker broker) {
        Gauge.builder("kafka.server.socketservermetrics.connections", broker, KafkaBroker::connections)
                .description("connections of Kafka clients")
                .register(meters);
        Gauge.builder("kafka.server.delayedoperationpurgatory.fetch", broker, KafkaBroker::waitingFetches)
                .description("fetches that wait for records")
                .register(meters);
        registered = new Registered(meters);
    }

    /** Forgets the figures of topics that are gone. */
    void keep(Set<String> topics) {
        Registered now = registered;
        if (now != null) {
            now.topics.keep(topics);
        }
    }

    @Override
    public void answered(String api, long nanos) {
        Registered now = registered;
        if (now != null) {
            now.time(api).record(nanos, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void error(String api, String error, int times) {
        Registered now = registered;
        if (now != null) {
            now.errors(api, error).increment(times);
            Counter failed = now.failed.get(api);
            if (failed != null) {
                failed.increment(times);
            }
        }
    }

    @Override
    public void invalidRequest() {
        Registered now = registered;
        if (now != null) {
            now.invalidRequests.increment();
        }
    }

    @Override
    public void connectionRefused() {
        Registered now = registered;
        if (now != null) {
            now.refusedConnections.increment();
        }
    }

    @Override
    public void connectionUnfinished() {
        Registered now = registered;
        if (now != null) {
            now.unfinishedConnections.increment();
        }
    }

    @Override
    public void loginFailed() {
        Registered now = registered;
        if (now != null) {
            now.failedLogins.increment();
        }
    }

    @Override
    public void appended(String topic, long records, long bytes) {
        Registered now = registered;
        if (now != null) {
            now.topics.appended(topic, records, bytes);
        }
    }

    @Override
    public void fetched(String topic, long bytes) {
        Registered now = registered;
        if (now != null) {
            now.topics.fetched(topic, bytes);
        }
    }
}
