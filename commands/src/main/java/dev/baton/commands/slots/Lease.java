// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import dev.baton.commands.resp.Bytes;

/**
 * A lock with an owner, for as long as its slot lasts.
 *
 * @param owner what the holder calls itself; a name, not a connection, so that it may come back on another one
 * @param token above every token that was given out before, also by earlier leaders
 */
record Lease(Bytes owner, FencingToken token) implements SlotContent {
    @Override
    public String kind() {
        return "lease";
    }

    @Override
    public int size() {
        return owner.length();
    }

    boolean isOf(Bytes other) {
        return owner.equals(other);
    }

    boolean isOf(Bytes other, Bytes presented) {
        return isOf(other) && Bytes.of(token.toString()).equals(presented);
    }
}
