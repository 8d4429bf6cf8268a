// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The same thing measured several times. */
final class Spread {
    private final String name;
    private final String unit;
    private final List<Double> values = new ArrayList<>();

    Spread(String name, String unit) {
        this.name = name;
        this.unit = unit;
    }

    /** Something that is timed. */
    @FunctionalInterface
    interface Round {
        double millis() throws InterruptedException;
    }

    /**
     * Times something again and again.
     *
     * @param uncounted how many rounds precede the first that counts
     */
    static Spread ofRounds(String name, int uncounted, int rounds, Options options, Round round)
            throws InterruptedException {
        Spread spread = new Spread(name, "ms");
        for (int i = 1 - uncounted; i <= rounds; i++) {
            double took = round.millis();
            String which = i > 0 ? i + " of " + rounds : "not counted";
            options.say(String.format(Locale.ROOT, "%s, %s: %.1f ms", name, which, took));
            if (i > 0) {
                spread.add(took);
            }
        }
        return spread;
    }

    void add(double value) {
        values.add(value);
    }

    double last() {
        return values.get(values.size() - 1);
    }

    List<Figure> figures() {
        List<Double> sorted = values.stream().sorted().toList();
        return List.of(
                Figure.of(name + ", median", median(sorted), unit),
                Figure.of(name + ", least", sorted.get(0), unit),
                Figure.of(name + ", most", sorted.get(sorted.size() - 1), unit));
    }

    static double median(List<Double> sorted) {
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
