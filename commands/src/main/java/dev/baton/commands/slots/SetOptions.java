// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import dev.baton.commands.resp.Arguments;
import dev.baton.commands.resp.CommandRefusedException;

/** What may follow the value in SET. */
record SetOptions(boolean onlyIfAbsent, boolean onlyIfPresent, long lastsMillis) {
    private static final long FOR_EVER = 0;
    private static final int FIRST = 3;

    static final SetOptions NONE = new SetOptions(false, false, FOR_EVER);

    static SetOptions of(Arguments arguments) {
        boolean absent = false;
        boolean present = false;
        long lasts = FOR_EVER;
        for (int i = FIRST; i < arguments.size(); i++) {
            switch (arguments.word(i)) {
                case "NX" -> absent = true;
                case "XX" -> present = true;
                case "EX" -> lasts = lasts(arguments, ++i, lasts, 1000);
                case "PX" -> lasts = lasts(arguments, ++i, lasts, 1);
                default -> throw CommandRefusedException.syntax();
            }
        }
        if (absent && present) {
            throw CommandRefusedException.syntax();
        }
        return new SetOptions(absent, present, lasts);
    }

    private static long lasts(Arguments arguments, int index, long before, long unitMillis) {
        if (index >= arguments.size() || before != FOR_EVER) {
            throw CommandRefusedException.syntax();
        }
        return unitMillis * arguments.between(index, "expire time", 1, Spans.MAX_MILLIS / unitMillis);
    }

    long endsAt(long now) {
        return lastsMillis == FOR_EVER ? Slot.FOR_EVER : now + Spans.ofMillis(lastsMillis);
    }
}
