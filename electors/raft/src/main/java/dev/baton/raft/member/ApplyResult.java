// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.util.Arrays;

/** The outcome of a committed entry, as its proposer reads it: applied, with a result, or refused for its term. */
final class ApplyResult {
    private static final byte REFUSED = 0;
    private static final byte DONE = 1;

    private final boolean inItsTerm;
    private final byte[] result;

    ApplyResult(boolean inItsTerm, byte[] result) {
        this.inItsTerm = inItsTerm;
        this.result = result;
    }

    boolean inItsTerm() {
        return inItsTerm;
    }

    byte[] result() {
        return result;
    }

    static ApplyResult refused() {
        return new ApplyResult(false, new byte[0]);
    }

    byte[] bytes() {
        byte[] bytes = new byte[1 + result.length];
        bytes[0] = inItsTerm ? DONE : REFUSED;
        System.arraycopy(result, 0, bytes, 1, result.length);
        return bytes;
    }

    static ApplyResult parse(byte[] bytes) {
        return new ApplyResult(bytes[0] == DONE, Arrays.copyOfRange(bytes, 1, bytes.length));
    }
}
