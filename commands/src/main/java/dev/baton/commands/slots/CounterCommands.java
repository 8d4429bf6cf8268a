// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import dev.baton.commands.resp.Arguments;
import dev.baton.commands.resp.Bytes;
import dev.baton.commands.resp.CommandRefusedException;
import dev.baton.commands.resp.Reply;
import dev.baton.commands.slots.SlotContent.Counter;
import dev.baton.commands.slots.SlotContent.Plain;
import org.jspecify.annotations.Nullable;

/** Counting on values. A counter that was not there counts from zero; one that has an end keeps it. */
final class CounterCommands {
    private CounterCommands() {}

    static Reply increment(Slots slots, Arguments arguments, long now) {
        return add(slots, arguments, 1);
    }

    static Reply decrement(Slots slots, Arguments arguments, long now) {
        return add(slots, arguments, -1);
    }

    static Reply incrementBy(Slots slots, Arguments arguments, long now) {
        return add(slots, arguments, arguments.number(2));
    }

    static Reply decrementBy(Slots slots, Arguments arguments, long now) {
        long by = arguments.number(2);
        if (by == Long.MIN_VALUE) {
            throw overflow();
        }
        return add(slots, arguments, -by);
    }

    private static Reply add(Slots slots, Arguments arguments, long by) {
        Bytes key = slots.key(arguments.bytes(1));
        Slot slot = slots.find(key);
        long before = number(slots.find(key, Plain.class));
        long after = before + by;
        if (((before ^ after) & (by ^ after)) < 0) {
            throw overflow();
        }
        slots.put(key, new Counter(after), slot == null ? Slot.FOR_EVER : slot.endsAt);
        return Reply.number(after);
    }

    private static long number(@Nullable Plain found) {
        if (found == null) {
            return 0;
        }
        return found instanceof Counter counter
                ? counter.number()
                : new Arguments(found.bytes().content()).number(0);
    }

    private static CommandRefusedException overflow() {
        return new CommandRefusedException("ERR increment or decrement would overflow");
    }
}
