// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Baton's brokers beside Apache Kafka's, with the same clients on the same machine. All clusters run while load is
 * measured; each is loaded in turn, so that what else the machine does meets all of them alike.
 */
final class KafkaSuite implements Benchmark {
    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public String description() {
        return "Baton's brokers beside Apache Kafka: records per second, latencies, start, kill, many partitions";
    }

    @Override
    public Result run(Options options) throws IOException, InterruptedException {
        BrokerRun.Size size = BrokerRun.Size.of(options.effort());
        BrokerFigures figures = new BrokerFigures();
        String settings =
                "Three processes each, " + String.join(" ", BrokerRun.JVM) + "; Kafka with " + BrokerRun.IN_SYNC
                        + ", and \"fsync\" with " + BrokerRun.FORCED + "; RF " + BrokerClients.REPLICAS
                        + ", acks=all, idempotent, batch.size 16384, linger.ms 5 (0 where one record is sent at a time).";
        options.say(settings);
        Path folder = Files.createTempDirectory(
                Files.createDirectories(Path.of("target").toAbsolutePath()), "brokers-");
        List<String> missing = new BrokerRun(folder, size, figures, options).all();
        String table = new BrokerTable(figures, settings, missing, Load.now()).markdown();
        options.say(table);
        return new Result(figures.figures(), Map.of("kafka.md", table));
    }
}
