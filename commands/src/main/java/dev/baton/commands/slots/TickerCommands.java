// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import dev.baton.commands.resp.Arguments;
import dev.baton.commands.resp.Bytes;
import dev.baton.commands.resp.Reply;

/** Countdowns: set them again before they reach zero, and whoever reads zero knows that you did not. */
final class TickerCommands {
    private static final long MAX_NUMBER = 1_000_000_000_000L;

    private TickerCommands() {}

    /** {@code TICKER.SET key from period-ms} */
    static Reply set(Slots slots, Arguments arguments, long now) {
        Bytes key = slots.key(arguments.bytes(1));
        long from = arguments.between(2, "from", 0, MAX_NUMBER);
        long period = Spans.ofMillis(arguments.between(3, "period-ms", 1, Spans.MAX_MILLIS));
        slots.find(key, Countdown.class);
        slots.put(key, new Countdown(from, period, now), Slot.FOR_EVER);
        return Reply.OK;
    }

    /** {@code TICKER.GET key} */
    static Reply get(Slots slots, Arguments arguments, long now) {
        Countdown found = slots.find(slots.key(arguments.bytes(1)), Countdown.class);
        return found == null ? Reply.NIL : Reply.number(found.value(now));
    }
}
