// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import dev.baton.internal.check.Names;
import java.util.HexFormat;
import java.util.Objects;
import java.util.random.RandomGenerator;

/** One process: the id it was given and the incarnation it took at this start. */
public record Node(NodeId id, Incarnation incarnation) {
    public Node {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(incarnation, "incarnation");
    }

    @Override
    public String toString() {
        return id + "#" + incarnation;
    }

    /** One start of a node: random, new at every start, so that a restarted node is never mistaken for its earlier process. */
    public record Incarnation(long value) {
        private static final int DIGITS = 16;

        public Incarnation {
            if (value == 0) {
                throw new IllegalArgumentException("incarnation 0 is reserved for none");
            }
        }

        /** A new one, for a node that starts. */
        public static Incarnation random(RandomGenerator chance) {
            long value = chance.nextLong();
            while (value == 0) {
                value = chance.nextLong();
            }
            return new Incarnation(value);
        }

        /** Reads back what {@link #toString()} wrote. */
        public static Incarnation parse(String text) {
            Objects.requireNonNull(text, "incarnation");
            if (text.length() != DIGITS || !text.chars().allMatch(Incarnation::isHexDigit)) {
                throw new IllegalArgumentException(
                        "incarnation " + Names.quote(text) + " is not " + DIGITS + " lower-case hex digits");
            }
            return new Incarnation(Long.parseUnsignedLong(text, 16));
        }

        private static boolean isHexDigit(int c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
        }

        @Override
        public String toString() {
            return HexFormat.of().toHexDigits(value);
        }
    }
}
