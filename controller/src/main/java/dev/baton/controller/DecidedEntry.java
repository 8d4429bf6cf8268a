// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An entry of the log: what was decided together, in order.
 *
 * <p>It names the {@linkplain LogFormatVersion format} that its reader has to know.
 */
record DecidedEntry(int format, List<Item> items) {
    DecidedEntry(List<Item> items) {
        this(LogFormatVersion.FIRST, items);
    }

    /** One outcome, and the request that it answers, if it answers one. */
    record Item(Optional<RequestId> request, DecisionOutcome outcome) {
        void write(FieldWriter out) {
            request.ifPresent(id -> out.nested(1, id::write));
            out.number(2, outcome.kind()).nested(3, outcome::write);
        }

        static Item read(FieldReader in) {
            Optional<RequestId> request = Optional.empty();
            int kind = 0;
            byte[] outcome = {};
            while (in.next()) {
                switch (in.field()) {
                    case 1 -> request = Optional.of(RequestId.read(in.nested()));
                    case 2 -> kind = in.number(Integer.MAX_VALUE);
                    case 3 -> outcome = in.bytes();
                    default -> {}
                }
            }
            return new Item(request, DecisionOutcome.read(kind, new FieldReader(outcome)));
        }
    }

    byte[] toBytes() {
        FieldWriter out = new FieldWriter().number(1, format);
        items.forEach(item -> out.nested(2, item::write));
        return out.toBytes();
    }

    static DecidedEntry read(byte[] from) {
        return read(from, LogFormatVersion.LATEST);
    }

    /** @param known the format that the reader knows */
    static DecidedEntry read(byte[] from, int known) {
        int format = LogFormatVersion.FIRST;
        List<Item> items = new ArrayList<>();
        FieldReader in = new FieldReader(from);
        while (in.next()) {
            switch (in.field()) {
                case 1 -> {
                    format = in.number(Integer.MAX_VALUE);
                    LogFormatVersion.require(format, known);
                }
                case 2 -> items.add(Item.read(in.nested()));
                default -> {}
            }
        }
        return new DecidedEntry(format, List.copyOf(items));
    }
}
