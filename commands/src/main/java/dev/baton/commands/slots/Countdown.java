// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

/** A ticker: counts down by one each period, and stays at zero. Nothing runs; its value is what the time says. */
record Countdown(long from, long periodNanos, long started) implements SlotContent {
    long value(long now) {
        return Math.max(0, from - (now - started) / periodNanos);
    }

    @Override
    public String kind() {
        return "ticker";
    }
}
