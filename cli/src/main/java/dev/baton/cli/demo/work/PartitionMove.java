// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.work;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.JsonOutput;
import dev.baton.cli.demo.DemoEvent;
import dev.baton.cli.demo.HandOver;

/** A partition that another session has than before, with the tokens of both as epochs. */
record PartitionMove(int partition, HandOver handOver) {
    /** Whether another worker has it; the same one may get it again after a pause. */
    boolean changesWorker() {
        return !handOver.from().equals(handOver.to());
    }

    /** Told to programs alone: people are shown what an action has moved as a whole. */
    DemoEvent event() {
        return DemoEvent.of("move", "").with(fields().put("unownedMs", DemoEvent.millis(handOver.gap())));
    }

    DemoEvent overlapEvent() {
        return DemoEvent.of(
                        "overlap",
                        "OVERLAP: %s acted on partition %d for %s ms after %s had begun"
                                .formatted(
                                        handOver.from(),
                                        partition,
                                        DemoEvent.millis(handOver.overlap()),
                                        handOver.to()))
                .with(fields().put("overlapMs", DemoEvent.millis(handOver.overlap())));
    }

    private ObjectNode fields() {
        return JsonOutput.object()
                .put("partition", partition)
                .put("from", handOver.from())
                .put("to", handOver.to())
                .put("fromToken", handOver.fromEpoch())
                .put("toToken", handOver.toEpoch());
    }
}
