// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** What was measured of brokers that stand beside each other. */
final class BrokerFigures {
    /** Who is measured. */
    enum Contender {
        BATON("Baton"),
        /** Forces every record to the disk before it is acknowledged, as Baton does. */
        KAFKA_FORCED("Kafka 4.3.1, fsync"),
        KAFKA("Kafka 4.3.1, default");

        final String label;

        Contender(String label) {
            this.label = label;
        }
    }

    /** What is measured. */
    enum Row {
        PRODUCE_SMALL_1("produce 100 B, 1 partition", "records/s", BrokerGoal.RATE),
        PRODUCE_SMALL_6("produce 100 B, 6 partitions", "records/s", BrokerGoal.RATE),
        PRODUCE_LARGE_1("produce 1 KiB, 1 partition", "records/s", BrokerGoal.RATE),
        PRODUCE_LARGE_6("produce 1 KiB, 6 partitions", "records/s", BrokerGoal.RATE),
        CPU_SMALL_1("CPU of the brokers, 100 B, 1 partition", "µs/record", BrokerGoal.NONE),
        CPU_SMALL_6("CPU of the brokers, 100 B, 6 partitions", "µs/record", BrokerGoal.NONE),
        CPU_LARGE_1("CPU of the brokers, 1 KiB, 1 partition", "µs/record", BrokerGoal.NONE),
        CPU_LARGE_6("CPU of the brokers, 1 KiB, 6 partitions", "µs/record", BrokerGoal.NONE),
        SYNCHRONOUS_P50("synchronous send 100 B, p50", "ms", BrokerGoal.LATENCY),
        SYNCHRONOUS_P99("synchronous send 100 B, p99", "ms", BrokerGoal.NONE),
        END_TO_END_P50("end to end 100 B, p50", "ms", BrokerGoal.NONE),
        END_TO_END_P99("end to end 100 B, p99", "ms", BrokerGoal.NONE),
        CONSUME("consume 100 B from the page cache", "records/s", BrokerGoal.NONE),
        START("cold start → first acknowledged record", "s", BrokerGoal.START),
        KILL("`kill -9` of the node that leads controller and partition → acknowledged again", "ms", BrokerGoal.KILL),
        ACCEPT_1000("1 000 partitions: created → all accept", "s", BrokerGoal.NONE),
        MEMORY_1000("1 000 partitions: resident memory of a node", "MB", BrokerGoal.NONE),
        THREADS_1000("1 000 partitions: threads of a node", "threads", BrokerGoal.NONE),
        IDLE_1000("1 000 partitions: CPU of all three, idle", "% of a core", BrokerGoal.NONE),
        ACCEPT_6000("6 000 partitions: created → all accept", "s", BrokerGoal.NONE),
        MEMORY_6000("6 000 partitions: resident memory of a node", "MB", BrokerGoal.NONE),
        THREADS_6000("6 000 partitions: threads of a node", "threads", BrokerGoal.NONE),
        IDLE_6000("6 000 partitions: CPU of all three, idle", "% of a core", BrokerGoal.NONE);

        final String label;
        final String unit;
        final BrokerGoal goal;

        Row(String label, String unit, BrokerGoal goal) {
            this.label = label;
            this.unit = unit;
            this.goal = goal;
        }

        /** By which it is chosen. */
        String part() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private final Map<Row, Map<Contender, List<Double>>> measured = new EnumMap<>(Row.class);

    void add(Contender contender, Row row, double value) {
        measured.computeIfAbsent(row, it -> new EnumMap<>(Contender.class))
                .computeIfAbsent(contender, it -> new ArrayList<>())
                .add(value);
    }

    /** In order; empty if it was not measured. */
    List<Double> values(Contender contender, Row row) {
        return measured.getOrDefault(row, Map.of()).getOrDefault(contender, List.of()).stream()
                .sorted()
                .toList();
    }

    OptionalDouble median(Contender contender, Row row) {
        List<Double> sorted = values(contender, row);
        return sorted.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Spread.median(sorted));
    }

    List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        measured.forEach((row, contenders) -> contenders.forEach((contender, values) -> {
            Spread spread = new Spread(contender.label + ": " + row.label.replace("`", ""), row.unit);
            values.forEach(spread::add);
            figures.addAll(spread.figures());
        }));
        return figures;
    }
}
