// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.work;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.JsonOutput;
import dev.baton.cli.demo.DemoEvent;
import java.time.Duration;
import java.util.List;

/**
 * What an action has led to.
 *
 * @param fields what was done, for programs
 * @param what was done, for people
 * @param moves those that it caused
 * @param took how long it was until every partition was owned, evenly
 */
record ActionResult(ObjectNode fields, String what, List<PartitionMove> moves, Duration took) {
    ActionResult {
        moves = List.copyOf(moves);
    }

    long moved() {
        return moves.stream().filter(PartitionMove::changesWorker).count();
    }

    Duration longestUnowned() {
        return WorkHistory.longestUnowned(moves);
    }

    DemoEvent event() {
        return DemoEvent.of("settled", what + ": " + text())
                .with(fields)
                .with(JsonOutput.object()
                        .put("moves", moved())
                        .put("longestUnownedMs", DemoEvent.millis(longestUnowned()))
                        .put("tookMs", took.toMillis()));
    }

    private String text() {
        String even = "all owned and even after " + took.toMillis() + " ms";
        return moves.isEmpty()
                ? even
                : "%d moved, %s ms without a worker at most, %s"
                        .formatted(moved(), DemoEvent.millis(longestUnowned()), even);
    }
}
