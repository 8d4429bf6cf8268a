// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.JsonOutput;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/**
 * Something that the demo reports.
 *
 * @param fields for programs
 * @param text for people; empty if they are not shown it
 */
public record DemoEvent(ObjectNode fields, String text) {
    public static DemoEvent of(String type, String text) {
        return new DemoEvent(JsonOutput.object().put("type", type), text);
    }

    static DemoEvent failed(String why) {
        return of("failed", "FAILED: " + why).with(JsonOutput.object().put("why", why));
    }

    public String type() {
        return fields.path("type").asText();
    }

    public DemoEvent with(ObjectNode more) {
        ObjectNode all = fields.deepCopy();
        all.setAll(more);
        return new DemoEvent(all, text);
    }

    static String summaryOf(HandOver done) {
        return "%s (epoch %d) to %s (epoch %d), %s ms without an acting leader, overlap %s ms"
                .formatted(
                        done.from(),
                        done.fromEpoch(),
                        done.to(),
                        done.toEpoch(),
                        millis(done.gap()),
                        millis(done.overlap()));
    }

    static DemoEvent of(HandOver done, String cause) {
        return of("hand_over", "hand-over by " + cause + ": " + summaryOf(done))
                .with(JsonOutput.object()
                        .put("cause", cause)
                        .put("from", done.from())
                        .put("to", done.to())
                        .put("fromEpoch", done.fromEpoch())
                        .put("toEpoch", done.toEpoch())
                        .put("gapMs", millis(done.gap()))
                        .put("overlapMs", millis(done.overlap())));
    }

    /** Milliseconds with the one decimal that is worth showing. */
    public static BigDecimal millis(Duration duration) {
        return BigDecimal.valueOf(duration.toNanos(), 6).setScale(1, RoundingMode.HALF_UP);
    }
}
