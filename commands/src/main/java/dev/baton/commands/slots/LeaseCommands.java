// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import dev.baton.commands.resp.Arguments;
import dev.baton.commands.resp.Bytes;
import dev.baton.commands.resp.Reply;

/** Locks with an owner, an end and a fencing token. */
final class LeaseCommands {
    private LeaseCommands() {}

    /**
     * {@code LEASE.ACQUIRE key owner ttl-ms}: the token, or nothing if another holds it. Its owner may ask again, and
     * gets the same token for another while: a lost reply locks no client out.
     */
    static Reply acquire(Slots slots, Arguments arguments, long now) {
        Bytes key = slots.key(arguments.bytes(1));
        Bytes owner = arguments.bytes(2);
        long endsAt = endsAt(arguments, 3, now);
        slots.checkOwner(owner);
        Lease held = slots.find(key, Lease.class);
        if (held != null && !held.isOf(owner)) {
            return Reply.NIL;
        }
        Lease granted = held == null ? new Lease(owner, slots.tokens().next()) : held;
        slots.put(key, granted, endsAt);
        return Reply.text(granted.token().toString());
    }

    /** {@code LEASE.RENEW key owner token ttl-ms}: whether it was still held, and is now for another while. */
    static Reply renew(Slots slots, Arguments arguments, long now) {
        Bytes key = slots.key(arguments.bytes(1));
        Bytes token = arguments.bytes(3);
        long endsAt = endsAt(arguments, 4, now);
        Lease held = slots.find(key, Lease.class);
        if (held == null || !held.isOf(arguments.bytes(2), token)) {
            return Reply.flag(false);
        }
        slots.put(key, held, endsAt);
        return Reply.flag(true);
    }

    /** {@code LEASE.RELEASE key owner token}: whether it was still held; it is released now. */
    static Reply release(Slots slots, Arguments arguments, long now) {
        Bytes key = slots.key(arguments.bytes(1));
        Bytes token = arguments.bytes(3);
        Lease held = slots.find(key, Lease.class);
        Slot slot = slots.find(key);
        if (held == null || slot == null || !held.isOf(arguments.bytes(2), token)) {
            return Reply.flag(false);
        }
        slots.remove(slot);
        return Reply.flag(true);
    }

    /** {@code LEASE.GET key}: who holds it, by which token, and how long still. */
    static Reply get(Slots slots, Arguments arguments, long now) {
        Bytes key = slots.key(arguments.bytes(1));
        Lease held = slots.find(key, Lease.class);
        Slot slot = slots.find(key);
        if (held == null || slot == null) {
            return Reply.NIL;
        }
        return Reply.map(
                Reply.text("owner"), Reply.bulk(held.owner()),
                Reply.text("token"), Reply.text(held.token().toString()),
                Reply.text("ttl-ms"), Reply.number(Spans.toMillis(slot.endsAt - now)));
    }

    private static long endsAt(Arguments arguments, int index, long now) {
        return now + Spans.ofMillis(arguments.between(index, "ttl-ms", 1, Spans.MAX_MILLIS));
    }
}
