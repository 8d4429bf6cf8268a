// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The fencing token of a client's lease: above every token that was given out before, by this leader or an earlier one.
 * It is written with a fixed width, {@code 0000000000000000007-0000000000000000001}, so that tokens compared as text
 * are in the same order as tokens compared as numbers.
 *
 * @param epoch of the leadership that gave it
 * @param sequence counts the tokens of that leadership, from 1
 */
public record FencingToken(long epoch, long sequence) implements Comparable<FencingToken> {
    private static final Pattern TEXT = Pattern.compile("([0-9]{19})-([0-9]{19})");

    public FencingToken {
        if (epoch < 0 || sequence < 1) {
            throw new IllegalArgumentException("no fencing token: epoch " + epoch + ", sequence " + sequence);
        }
    }

    /**
     * Reads a token as a server writes it.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static FencingToken parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not a fencing token: " + text);
        }
        return new FencingToken(Long.parseLong(parts.group(1)), Long.parseLong(parts.group(2)));
    }

    @Override
    public int compareTo(FencingToken other) {
        int byEpoch = Long.compare(epoch, other.epoch);
        return byEpoch != 0 ? byEpoch : Long.compare(sequence, other.sequence);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%019d-%019d", epoch, sequence);
    }
}
