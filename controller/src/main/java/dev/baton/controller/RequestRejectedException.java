// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import java.util.Arrays;

/** What was asked for cannot be done; nothing was changed. */
public final class RequestRejectedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why. The numbers are part of the encoding, and never change. */
    public enum Code {
        NONE(0),
        INVALID(1),
        TOPIC_EXISTS(2),
        UNKNOWN_TOPIC(3),
        UNKNOWN_NODE(4),
        /** It still has replicas, or is alive and was not drained. */
        NODE_IN_USE(5),
        /** Another process has registered under this node's id since. */
        SUPERSEDED(6),
        /** More replicas are wanted than there are nodes for. */
        TOO_FEW_NODES(7),
        LIMIT(8),
        /** Too much is waiting; later may work. */
        BUSY(9),
        /** A later request of the same client was done already. */
        STALE(10),
        /** The client was forgotten meanwhile, so that it is not known whether this was done. */
        FORGOTTEN(11),
        /** What was decided no longer fits the state. */
        CONFLICT(12),
        /** A node, or all of them, would need a newer version. */
        OUTDATED(13),
        /** A node says which member of the Raft group it is, and is none. */
        NOT_A_MEMBER(14);

        private final int number;

        Code(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }

        /** By its number. A newer leader may have more reasons to refuse; its message says which. */
        static Code of(int number) {
            return Arrays.stream(values())
                    .filter(it -> it.number == number)
                    .findFirst()
                    .orElse(INVALID);
        }
    }

    private final Code code;

    public RequestRejectedException(Code code, String message) {
        super(message);
        this.code = code;
    }

    public Code code() {
        return code;
    }
}
