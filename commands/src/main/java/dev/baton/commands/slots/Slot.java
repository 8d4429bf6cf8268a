// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import dev.baton.commands.resp.Bytes;

/** A key, what it holds, and until when. Kept, and changed, by {@link Slots} alone. */
final class Slot {
    static final long FOR_EVER = Long.MAX_VALUE;

    final Bytes key;
    /** Tells slots apart that end at the same time. */
    final long number;

    SlotContent content;
    long endsAt;

    Slot(Bytes key, long number, SlotContent content, long endsAt) {
        this.key = key;
        this.number = number;
        this.content = content;
        this.endsAt = endsAt;
    }

    int size() {
        return SlotLimits.OVERHEAD + key.length() + content.size();
    }

    boolean isForEver() {
        return endsAt == FOR_EVER;
    }
}
