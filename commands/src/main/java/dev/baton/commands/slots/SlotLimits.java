// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import dev.baton.internal.check.Validation;

/**
 * How much one leadership keeps for its clients.
 *
 * @param keys slots at a time
 * @param keyBytes of one key, and of one owner
 * @param valueBytes of one value
 * @param totalBytes of all keys and values, with {@link #OVERHEAD} for each
 */
public record SlotLimits(int keys, int keyBytes, int valueBytes, long totalBytes) {
    public static final SlotLimits DEFAULT = new SlotLimits(100_000, 512, 1 << 20, 64L << 20);

    /** What a slot is reckoned at besides its key and value, in bytes. */
    static final int OVERHEAD = 128;

    private static final int MAX_KEYS = 100_000_000;
    private static final int MAX_BYTES = 512 << 20;

    public SlotLimits {
        Validation.of("slot limits")
                .between("keys", keys, 1, MAX_KEYS)
                .between("keyBytes", keyBytes, 1, MAX_BYTES)
                .between("valueBytes", valueBytes, 1, MAX_BYTES)
                .require(totalBytes >= valueBytes, "totalBytes %s must hold one value of %s", totalBytes, valueBytes)
                .check();
    }

    public SlotLimits withKeys(int most) {
        return new SlotLimits(most, keyBytes, valueBytes, totalBytes);
    }

    public SlotLimits withValueBytes(int most) {
        return new SlotLimits(keys, keyBytes, most, totalBytes);
    }

    public SlotLimits withTotalBytes(long most) {
        return new SlotLimits(keys, keyBytes, valueBytes, most);
    }
}
