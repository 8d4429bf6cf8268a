// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.util.ArrayList;
import java.util.List;

/**
 * What was measured of one contender. A list that is empty was not measured.
 *
 * @param killed milliseconds from each kill until the next leader acted
 * @param resigned the same from resigning
 * @param pauses what happened after pauses
 * @param one what one election costs
 * @param hundred what a hundred cost
 * @param serverMegabytes of all servers that only the election needs
 * @param unanswered what did not happen within the time it was given
 */
record ContenderFigures(
        Contender contender,
        List<Double> killed,
        List<Double> resigned,
        Pauses pauses,
        Cost one,
        Cost hundred,
        double serverMegabytes,
        List<String> unanswered) {
    /**
     * A leader was paused, another one took over, and the first went on.
     *
     * @param believed for each pause, for how many milliseconds after it two processes believed that they lead
     * @param successorsGaveWay after how many of them the one that had taken over stopped leading, not the paused one
     */
    record Pauses(List<Double> believed, int successorsGaveWay) {
        Pauses {
            believed = believed.stream().sorted().toList();
        }
    }

    /**
     * What elections cost three candidates that stay as they are.
     *
     * @param packets with data, sent by all of them in a second
     * @param threads of the one that has most
     * @param megabytes of memory that each has, in the mean
     */
    record Cost(double packets, int threads, double megabytes) {}

    ContenderFigures {
        killed = killed.stream().sorted().toList();
        resigned = resigned.stream().sorted().toList();
        unanswered = List.copyOf(unanswered);
    }

    List<Double> believed() {
        return pauses.believed();
    }

    /** After how many pauses there were two that believed to lead. */
    long believers() {
        return believed().stream().filter(it -> it > 0).count();
    }

    List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        String label = contender.label() + ": ";
        figures.addAll(spread(label + "kill -9 to acting", killed));
        figures.addAll(spread(label + "resign to acting", resigned));
        if (!believed().isEmpty()) {
            figures.add(Figure.of(label + "pauses", believed().size(), "pauses"));
            figures.add(Figure.of(label + "pauses with two believers", (double) believers(), "pauses"));
            figures.add(Figure.of(
                    label + "pauses after which the one that had taken over gave way",
                    pauses.successorsGaveWay(),
                    "pauses"));
            figures.addAll(spread(label + "two believers after SIGCONT", believed()));
        }
        figures.addAll(costs(label + "1 election", one));
        figures.addAll(costs(label + "100 elections", hundred));
        if (serverMegabytes > 0) {
            figures.add(Figure.of(label + "memory of its servers", serverMegabytes, "MB"));
        }
        return figures;
    }

    private static List<Figure> costs(String what, Cost cost) {
        return List.of(
                Figure.of(what + ", packets sent", cost.packets(), "1/s"),
                Figure.of(what + ", threads", cost.threads(), "threads"),
                Figure.of(what + ", memory of a candidate", cost.megabytes(), "MB"));
    }

    private static List<Figure> spread(String name, List<Double> millis) {
        if (millis.isEmpty()) {
            return List.of();
        }
        Spread spread = new Spread(name, "ms");
        millis.forEach(spread::add);
        return spread.figures();
    }
}
