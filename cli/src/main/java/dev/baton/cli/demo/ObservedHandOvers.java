// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.cli.demo.ActivityFile.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Computes the hand-overs from the times at which each leadership acted. */
public final class ObservedHandOvers {
    private ObservedHandOvers() {}

    /** One per leadership but the first, in the order of the epochs. */
    public static List<HandOver> of(Collection<Span> spans) {
        List<Span> ordered =
                spans.stream().sorted(Comparator.comparingLong(Span::epoch)).toList();
        List<HandOver> found = new ArrayList<>();
        for (int i = 1; i < ordered.size(); i++) {
            Span next = ordered.get(i);
            Span before = ordered.get(i - 1);
            // Not only the one before: a leader that was paused long ago may act, wrongly, at any later time.
            long overlap = ordered.subList(0, i).stream()
                    .mapToLong(earlier -> earlier.lastActed() - next.began())
                    .max()
                    .orElse(0);
            found.add(new HandOver(
                    before.node(),
                    next.node(),
                    before.epoch(),
                    next.epoch(),
                    Duration.ofNanos(Math.max(0, next.began() - before.lastActed())),
                    Duration.ofNanos(Math.max(0, overlap))));
        }
        return found;
    }
}
