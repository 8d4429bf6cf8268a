// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.commands.slots.SlotLimits;
import dev.baton.commands.slots.Slots;
import dev.baton.commands.slots.Tokens;
import dev.baton.spi.Ticker;

/** One leadership as its clients see it: the epoch, and slots that begin empty. Confined to the server's thread. */
final class LeaderSession {
    private final Leadership leadership;
    private final Ticker ticker;
    private final long began;
    private final Slots slots;

    LeaderSession(Leadership leadership, Ticker ticker, SlotLimits limits, Tokens tokens) {
        this.leadership = leadership;
        this.ticker = ticker;
        this.began = ticker.nanos();
        this.slots = new Slots(tokens, limits);
    }

    Epoch epoch() {
        return leadership.epoch();
    }

    boolean mayAct() {
        return leadership.mayAct();
    }

    boolean isOf(Leadership other) {
        return leadership == other;
    }

    Slots slots() {
        return slots;
    }

    /** Nanoseconds since it began. */
    long now() {
        return ticker.nanos() - began;
    }
}
