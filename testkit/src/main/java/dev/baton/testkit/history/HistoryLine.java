// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;

/** One event as one line: its fields in their order, with tabs between. */
final class HistoryLine {
    private static final String TAB = "\t";
    private static final int FIELDS = 10;

    private HistoryLine() {}

    static String write(HistoryEvent event) {
        return String.join(
                TAB,
                Long.toString(event.seq()),
                event.node(),
                event.incarnation(),
                Long.toString(event.monoNanos()),
                Long.toString(event.wallMillis()),
                event.kind().name(),
                event.op().name(),
                event.election(),
                Long.toString(event.epoch()),
                escaped(event.value()));
    }

    /** The value may hold anything, and must not end the field or the line. */
    private static String escaped(String value) {
        return value.replace("\\", "\\\\")
                .replace(TAB, "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }

    /** @throws IllegalArgumentException if the line is not one event, with the reason */
    static HistoryEvent read(String line) {
        String[] fields = line.split(TAB, -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException(fields.length + " fields instead of " + FIELDS);
        }
        return new HistoryEvent(
                Long.parseLong(fields[0]),
                fields[1],
                fields[2],
                Long.parseLong(fields[3]),
                Long.parseLong(fields[4]),
                Kind.valueOf(fields[5]),
                Op.valueOf(fields[6]),
                fields[7],
                Long.parseLong(fields[8]),
                fields[9].translateEscapes());
    }
}
