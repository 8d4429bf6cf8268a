// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.util.List;

/** What a benchmark found. */
record Result(List<Figure> figures) {
    Result {
        figures = List.copyOf(figures);
        if (figures.isEmpty()) {
            throw new IllegalArgumentException("a benchmark without figures has measured nothing");
        }
    }
}
