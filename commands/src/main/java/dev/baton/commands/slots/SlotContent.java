// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import dev.baton.commands.resp.Bytes;

/** What is in a slot. Contents do not change; they are replaced. */
sealed interface SlotContent permits SlotContent.Plain, Lease, TokenBucket, LeakyBucket, Countdown {
    /** What it is called in an error. */
    String kind();

    /** How many bytes it counts for. */
    default int size() {
        return 0;
    }

    /** What GET answers, and what INCR counts on. */
    sealed interface Plain extends SlotContent {
        Bytes bytes();

        @Override
        default String kind() {
            return "value";
        }
    }

    /** A value as a client wrote it. */
    record Value(Bytes bytes) implements Plain {
        @Override
        public int size() {
            return bytes.length();
        }
    }

    /** A value that was counted, and is a number for that. */
    record Counter(long number) implements Plain {
        @Override
        public Bytes bytes() {
            return Bytes.of(Long.toString(number));
        }
    }
}
