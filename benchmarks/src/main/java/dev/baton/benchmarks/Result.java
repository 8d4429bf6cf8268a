// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.util.List;
import java.util.Map;

/**
 * What a benchmark found.
 *
 * @param files what else it has to show, by name; they are written beside the figures
 */
record Result(List<Figure> figures, Map<String, String> files) {
    Result(List<Figure> figures) {
        this(figures, Map.of());
    }

    Result {
        files = Map.copyOf(files);
        figures = List.copyOf(figures);
        if (figures.isEmpty()) {
            throw new IllegalArgumentException("a benchmark without figures has measured nothing");
        }
    }
}
