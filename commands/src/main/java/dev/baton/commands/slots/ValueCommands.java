// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import dev.baton.commands.resp.Arguments;
import dev.baton.commands.resp.Bytes;
import dev.baton.commands.resp.CommandRefusedException;
import dev.baton.commands.resp.Reply;
import dev.baton.commands.slots.SlotContent.Plain;
import dev.baton.commands.slots.SlotContent.Value;

/** Values with or without an end, and what may be asked of any slot. */
final class ValueCommands {
    private static final long NO_SLOT = -2;
    private static final long NO_END = -1;

    private ValueCommands() {}

    static Reply get(Slots slots, Arguments arguments, long now) {
        Plain found = slots.find(slots.key(arguments.bytes(1)), Plain.class);
        return found == null ? Reply.NIL : Reply.bulk(found.bytes());
    }

    /** {@code SET key value [EX seconds | PX milliseconds] [NX | XX]} */
    static Reply set(Slots slots, Arguments arguments, long now) {
        Bytes key = slots.key(arguments.bytes(1));
        SetOptions options = arguments.size() == 3 ? SetOptions.NONE : SetOptions.of(arguments);
        boolean present = slots.find(key, Plain.class) != null;
        if (present ? options.onlyIfAbsent() : options.onlyIfPresent()) {
            return Reply.NIL;
        }
        slots.put(key, new Value(arguments.bytes(2)), options.endsAt(now));
        return Reply.OK;
    }

    static Reply delete(Slots slots, Arguments arguments, long now) {
        for (int i = 1; i < arguments.size(); i++) {
            Slot slot = slots.find(slots.key(arguments.bytes(i)));
            if (slot != null && slot.content instanceof Lease) {
                throw new CommandRefusedException("WRONGTYPE a lease is given back by its owner, with LEASE.RELEASE");
            }
        }
        int deleted = 0;
        for (int i = 1; i < arguments.size(); i++) {
            Slot slot = slots.find(slots.key(arguments.bytes(i)));
            if (slot != null) {
                slots.remove(slot);
                deleted++;
            }
        }
        return Reply.number(deleted);
    }

    static Reply exists(Slots slots, Arguments arguments, long now) {
        int found = 0;
        for (int i = 1; i < arguments.size(); i++) {
            found += slots.find(slots.key(arguments.bytes(i))) == null ? 0 : 1;
        }
        return Reply.number(found);
    }

    static Reply secondsLeft(Slots slots, Arguments arguments, long now) {
        long millis = left(slots, arguments, now);
        return Reply.number(millis < 0 ? millis : (millis + 500) / 1000);
    }

    static Reply millisLeft(Slots slots, Arguments arguments, long now) {
        return Reply.number(left(slots, arguments, now));
    }

    private static long left(Slots slots, Arguments arguments, long now) {
        Slot slot = slots.find(slots.key(arguments.bytes(1)));
        if (slot == null) {
            return NO_SLOT;
        }
        return slot.isForEver() ? NO_END : Spans.toMillis(slot.endsAt - now);
    }
}
