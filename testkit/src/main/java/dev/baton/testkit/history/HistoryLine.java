// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** One event as one line of JSON. */
final class HistoryLine {
    private static final Set<String> KEYS =
            Set.of("seq", "node", "incarnation", "t_mono_ns", "t_wall_ms", "kind", "op", "election", "epoch", "value");

    private HistoryLine() {}

    static String write(HistoryEvent event) {
        return new FlatJson.Writer()
                .number("seq", event.seq())
                .text("node", event.node())
                .text("incarnation", event.incarnation())
                .number("t_mono_ns", event.monoNanos())
                .number("t_wall_ms", event.wallMillis())
                .text("kind", event.kind().json())
                .text("op", event.op().json())
                .text("election", event.election())
                .number("epoch", event.epoch())
                .text("value", event.value())
                .end();
    }

    /** @throws IllegalArgumentException if the line is not one event, with the reason */
    static HistoryEvent read(String line) {
        Map<String, Object> fields = FlatJson.parse(line);
        if (!fields.keySet().equals(KEYS)) {
            throw new IllegalArgumentException("keys " + fields.keySet() + " are not " + KEYS);
        }
        return new HistoryEvent(
                number(fields, "seq"),
                text(fields, "node"),
                text(fields, "incarnation"),
                number(fields, "t_mono_ns"),
                number(fields, "t_wall_ms"),
                Kind.valueOf(constant(fields, "kind")),
                Op.valueOf(constant(fields, "op")),
                text(fields, "election"),
                number(fields, "epoch"),
                text(fields, "value"));
    }

    private static String constant(Map<String, Object> fields, String key) {
        return text(fields, key).toUpperCase(Locale.ROOT);
    }

    private static long number(Map<String, Object> fields, String key) {
        if (fields.get(key) instanceof Long number) {
            return number;
        }
        throw new IllegalArgumentException(key + " is not a number");
    }

    private static String text(Map<String, Object> fields, String key) {
        if (fields.get(key) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException(key + " is not a string");
    }
}
