// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.partitions;

import dev.baton.admin.PartitionFigures;
import dev.baton.partitions.LocalPartitions;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionLog;
import dev.baton.spi.Ticker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The figures of the partitions that this node leads. Rates need regular calls of {@link #look}. Any thread. */
public final class LocalFigures {
    private final String node;
    private final LocalPartitions partitions;
    private final Ticker ticker;
    private volatile Map<PartitionKey, Rates> rates = Map.of();

    private record Rates(GrowthRate records, GrowthRate bytes) {}

    public LocalFigures(String node, LocalPartitions partitions, Ticker ticker) {
        this.node = node;
        this.partitions = partitions;
        this.ticker = ticker;
    }

    /** Measures how much was appended since the last call. Call it about once a second, on one thread. */
    public void look() {
        long now = ticker.nanos();
        Map<PartitionKey, Rates> before = rates;
        Map<PartitionKey, Rates> after = new HashMap<>();
        for (PartitionLog log : partitions.logs()) {
            if (log.ledIn().isPresent()) {
                long end = log.highWatermark();
                long bytes = log.sizeBytes();
                Rates last = before.get(log.key());
                after.put(
                        log.key(),
                        last == null
                                ? new Rates(GrowthRate.from(now, end), GrowthRate.from(now, bytes))
                                : new Rates(
                                        last.records().to(now, end),
                                        last.bytes().to(now, bytes)));
            }
        }
        rates = after;
    }

    public PartitionFigures.Local report() {
        List<PartitionFigures.LedPartition> led = partitions.logs().stream()
                .flatMap(log -> log
                        .ledIn()
                        .map(epoch -> new PartitionFigures.LedPartition(
                                log.key().topic().toString(), log.key().partition(), epoch.value(), figures(log)))
                        .stream())
                .toList();
        return new PartitionFigures.Local(node, led);
    }

    private PartitionFigures figures(PartitionLog log) {
        Optional<Rates> known = Optional.ofNullable(rates.get(log.key()));
        return new PartitionFigures(
                log.startOffset(),
                log.highWatermark(),
                log.sizeBytes(),
                known.map(it -> it.records().perSecond()).orElse(0.0),
                known.map(it -> it.bytes().perSecond()).orElse(0.0));
    }
}
