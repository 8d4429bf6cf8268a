// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import java.util.Locale;
import java.util.Objects;

/**
 * One thing that a process did or saw.
 *
 * @param seq rises by one per process
 * @param node the id of the node, or the name of the store or fenced resource
 * @param incarnation which start of it; {@code -} for a store or a fenced resource
 * @param monoNanos its monotonic clock; comparable only within one incarnation
 * @param wallMillis its wall clock; for people
 * @param epoch 0 if none applies
 * @param value further facts, as {@link Details} writes them
 */
public record HistoryEvent(
        long seq,
        String node,
        String incarnation,
        long monoNanos,
        long wallMillis,
        Kind kind,
        Op op,
        String election,
        long epoch,
        String value) {
    public HistoryEvent {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(incarnation, "incarnation");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(op, "op");
        Objects.requireNonNull(election, "election");
        Objects.requireNonNull(value, "value");
    }

    /** How far an operation got. */
    public enum Kind {
        /** It begins. */
        INVOKE,
        /** It was done. */
        OK,
        /** It was refused, and nothing changed. */
        FAIL,
        /** Its outcome is not known, or it is plain news. */
        INFO
    }

    /** What was done. */
    public enum Op {
        /** A node asks for the lease. */
        ACQUIRE,
        /** A node gives the lease back. */
        RELEASE,
        /** A node leads. */
        ELECTED,
        /** A node no longer leads. */
        REVOKED,
        /** A duty is told to start. */
        DUTY_STARTED,
        /** Nothing of a duty acts. */
        DUTY_STOPPED,
        /** A node was told until when its leadership is certain. */
        DEADLINE,
        /** A node saw who leads. */
        LEADER_SEEN,
        /** A node called its fault handler. */
        FAULT,
        /** A process went on after it did not run for a while. */
        RESUMED,
        /** A process ended. */
        ENDED,
        /** A fenced resource was asked to accept an effect. */
        EFFECT,
        /** A store was asked to give a lease. */
        STORE_ACQUIRE,
        /** A store was asked to extend a lease. */
        STORE_RENEW,
        /** A store was asked to end a lease. */
        STORE_RELEASE
    }

    public boolean is(Op other, Kind how) {
        return op == other && kind == how;
    }

    /** The process that this is about: node and incarnation. */
    public String process() {
        return node + "#" + incarnation;
    }

    public Details details() {
        return Details.parse(value);
    }

    @Override
    public String toString() {
        return String.format(
                "%,11d ms %s.%d %s %s %s epoch %d %s",
                wallMillis, node, seq, word(kind), word(op), election, epoch, value);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
