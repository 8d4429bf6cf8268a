// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;

/** Writes by many at once, each of whom waits for an answer before the next: how many a second, and how long each takes. */
final class WriteLoad {
    private static final int MAX_SAMPLES = 1 << 20;

    private final ReplicatedCluster cluster;
    private final Options options;
    private final AtomicLong number = new AtomicLong();

    WriteLoad(ReplicatedCluster cluster, Options options) {
        this.cluster = cluster;
        this.options = options;
    }

    /** One after the other, so that what comes later is warmer; the first is preceded by a load that is not counted. */
    List<Figure> run(List<Integer> writers, Duration warmUp, Duration each) {
        List<Figure> figures = new ArrayList<>();
        measure(writers.get(writers.size() - 1), warmUp);
        for (int count : writers) {
            double[] sorted = measure(count, each);
            String name = cluster.name() + ": " + count + (count == 1 ? " writer" : " writers");
            double seconds = each.toMillis() / 1e3;
            figures.add(Figure.of(name + ", writes", sorted.length / seconds, "1/s"));
            figures.add(Figure.of(name + ", p50", at(sorted, 0.5), "ms"));
            figures.add(Figure.of(name + ", p99", at(sorted, 0.99), "ms"));
            options.say(String.format(
                    Locale.ROOT,
                    "%s: %.0f/s, p50 %.2f ms, p99 %.2f ms",
                    name,
                    sorted.length / seconds,
                    at(sorted, 0.5),
                    at(sorted, 0.99)));
        }
        return figures;
    }

    private static double at(double[] sorted, double share) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.min(sorted.length - 1, sorted.length * share)];
    }

    /** How long each write took, in milliseconds and in order. */
    private double[] measure(int writers, Duration span) {
        long end = System.nanoTime() + span.toNanos();
        List<Thread> threads = new ArrayList<>();
        List<double[]> samples = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            Thread thread = new Thread(
                    () -> {
                        double[] mine = write(end);
                        synchronized (samples) {
                            samples.add(mine);
                        }
                    },
                    "writer-" + i);
            threads.add(thread);
            thread.start();
        }
        threads.forEach(WriteLoad::join);
        return samples.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
    }

    private double[] write(long end) {
        double[] took = new double[1024];
        int count = 0;
        while (System.nanoTime() < end && count < MAX_SAMPLES) {
            long start = System.nanoTime();
            try {
                cluster.write(number.incrementAndGet()).join();
            } catch (CompletionException failed) {
                throw new IllegalStateException("a write failed under load", failed);
            }
            if (count == took.length) {
                took = Arrays.copyOf(took, 2 * count);
            }
            took[count++] = (System.nanoTime() - start) / 1e6;
        }
        return Arrays.copyOf(took, count);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stopped);
        }
    }
}
