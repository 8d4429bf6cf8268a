// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a broker reports, by name. */
final class CountingMetrics implements KafkaMetrics {
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    long count(String name) {
        LongAdder count = counts.get(name);
        return count == null ? 0 : count.sum();
    }

    private void add(String name, long times) {
        counts.computeIfAbsent(name, it -> new LongAdder()).add(times);
    }

    @Override
    public void answered(String api, long nanos) {
        add("answered " + api, 1);
    }

    @Override
    public void error(String api, String error, int times) {
        add(error, times);
    }

    @Override
    public void invalidRequest() {
        add("invalid", 1);
    }

    @Override
    public void connectionOpened() {
        add("opened", 1);
    }

    @Override
    public void connectionClosed() {
        add("closed", 1);
    }

    @Override
    public void connectionRefused() {
        add("refused", 1);
    }

    @Override
    public void connectionUnfinished() {
        add("unfinished", 1);
    }

    @Override
    public void loginFailed() {
        add("failed logins", 1);
    }

    @Override
    public void appended(String topic, long records, long bytes) {
        add("appended " + topic, records);
    }

    @Override
    public void fetched(String topic, long bytes) {
        add("fetched " + topic, bytes);
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
