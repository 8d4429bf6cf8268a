// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import dev.baton.commands.resp.Bytes;
import dev.baton.commands.resp.CommandRefusedException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All slots of one leadership. It begins empty with each epoch and is dropped with it. Confined to one thread; time is
 * in nanoseconds since the leadership began, and never goes back.
 *
 * <p>Guarantees: (1) a slot is gone at the very time it ends; (2) keys and bytes stay within the limits;
 * (3) a request that is refused has changed nothing.
 */
public final class Slots {
    private final SlotLimits limits;
    private final Tokens tokens;
    private final Map<Bytes, Slot> byKey = new HashMap<>();
    private final TreeSet<Slot> ending =
            new TreeSet<>(Comparator.<Slot>comparingLong(slot -> slot.endsAt).thenComparingLong(slot -> slot.number));
    private long nextEnd = Slot.FOR_EVER;
    private long bytes;
    private long made;

    public Slots(Tokens tokens, SlotLimits limits) {
        this.tokens = tokens;
        this.limits = limits;
    }

    public int size() {
        return byKey.size();
    }

    public long bytes() {
        return bytes;
    }

    Tokens tokens() {
        return tokens;
    }

    /** Removes what has ended. Comes before everything else that is done at this time. */
    public void passTo(long now) {
        while (nextEnd <= now) {
            remove(ending.first());
        }
    }

    /** A key within its limit, whether it is used or not. */
    Bytes key(Bytes key) {
        checkLength("key", key, limits.keyBytes());
        return key;
    }

    void checkOwner(Bytes owner) {
        checkLength("owner", owner, limits.keyBytes());
    }

    private static void checkLength(String what, Bytes bytes, int most) {
        if (bytes.length() > most) {
            throw new CommandRefusedException(
                    "ERR " + what + " of " + bytes.length() + " bytes is longer than " + most);
        }
    }

    @Nullable
    Slot find(Bytes key) {
        return byKey.get(key);
    }

    /** The content of a slot that holds this kind, or else nothing. */
    <T extends SlotContent> @Nullable T find(Bytes key, Class<T> kind) {
        Slot slot = byKey.get(key);
        if (slot == null) {
            return null;
        }
        if (!kind.isInstance(slot.content)) {
            throw wrongKind(slot);
        }
        return kind.cast(slot.content);
    }

    static CommandRefusedException wrongKind(Slot slot) {
        return new CommandRefusedException("WRONGTYPE this key holds a " + slot.content.kind());
    }

    /** Puts a content under a key, which may be new, until some time. */
    void put(Bytes key, SlotContent content, long endsAt) {
        if (content.size() > limits.valueBytes()) {
            throw new CommandRefusedException(
                    "ERR value of " + content.size() + " bytes is longer than " + limits.valueBytes());
        }
        Slot slot = byKey.get(key);
        if (slot == null) {
            add(new Slot(key, made, content, endsAt));
        } else {
            replace(slot, content, endsAt);
        }
    }

    private void add(Slot slot) {
        if (byKey.size() >= limits.keys()) {
            throw new CommandRefusedException("OOM no more than " + limits.keys() + " keys are kept");
        }
        checkRoom(slot.size());
        made++;
        byKey.put(slot.key, slot);
        bytes += slot.size();
        schedule(slot);
    }

    private void replace(Slot slot, SlotContent content, long endsAt) {
        int growth = content.size() - slot.content.size();
        checkRoom(growth);
        unschedule(slot);
        slot.content = content;
        slot.endsAt = endsAt;
        bytes += growth;
        schedule(slot);
    }

    private void checkRoom(int growth) {
        if (growth > 0 && bytes + growth > limits.totalBytes()) {
            throw new CommandRefusedException("OOM no more than " + limits.totalBytes() + " bytes are kept");
        }
    }

    void remove(Slot slot) {
        unschedule(slot);
        byKey.remove(slot.key);
        bytes -= slot.size();
    }

    private void schedule(Slot slot) {
        if (!slot.isForEver()) {
            ending.add(slot);
            nextEnd = ending.first().endsAt;
        }
    }

    private void unschedule(Slot slot) {
        if (!slot.isForEver()) {
            ending.remove(slot);
            nextEnd = ending.isEmpty() ? Slot.FOR_EVER : ending.first().endsAt;
        }
    }
}
