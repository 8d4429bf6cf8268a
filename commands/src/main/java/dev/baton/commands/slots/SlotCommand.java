// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import dev.baton.commands.resp.Arguments;
import dev.baton.commands.resp.Reply;

/**
 * A command on slots.
 *
 * @param least how many arguments it has at least, its name included
 * @param most how many at most
 * @param writes whether it changes anything
 * @param manyKeys whether all arguments are keys, not only the first
 */
public record SlotCommand(String name, int least, int most, boolean writes, boolean manyKeys, Action action) {
    /** Does it, at a time in nanoseconds since the leadership began. */
    @FunctionalInterface
    public interface Action {
        Reply run(Slots slots, Arguments arguments, long now);
    }

    static SlotCommand reading(String name, int arguments, Action action) {
        return new SlotCommand(name, arguments, arguments, false, false, action);
    }

    static SlotCommand writing(String name, int least, int most, Action action) {
        return new SlotCommand(name, least, most, true, false, action);
    }

    /** The place of the last key; the first is at 1. */
    public int lastKey(Arguments arguments) {
        return manyKeys ? arguments.size() - 1 : 1;
    }

    public Reply run(Slots slots, Arguments arguments, long now) {
        slots.passTo(now);
        return action.run(slots, arguments, now);
    }
}
