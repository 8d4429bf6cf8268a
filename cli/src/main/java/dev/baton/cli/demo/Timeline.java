// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.cli.demo.ActivityFile.Span;
import java.time.Duration;
import java.util.List;

/** When one node led during the last minute, as a bar: one cell is a part of that minute. */
final class Timeline {
    static final Duration SHOWN = Duration.ofMinutes(1);

    private static final char LED = '█';
    private static final char DID_NOT = '·';

    private Timeline() {}

    /** @param now on the clock of the spans */
    static String bar(List<Span> spans, long now, int cells) {
        double perCell = SHOWN.toNanos() / (double) cells;
        StringBuilder bar = new StringBuilder();
        for (int i = 0; i < cells; i++) {
            long from = now - (long) ((cells - i) * perCell);
            long to = now - (long) ((cells - i - 1) * perCell);
            boolean led = spans.stream().anyMatch(span -> span.began() - to < 0 && span.lastActed() - from >= 0);
            bar.append(led ? LED : DID_NOT);
        }
        return bar.toString();
    }
}
