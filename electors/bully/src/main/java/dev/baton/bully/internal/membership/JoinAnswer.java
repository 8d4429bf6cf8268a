// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.bully.Address;
import java.util.Optional;

/**
 * What becomes of a request to join or to remove.
 *
 * @param at whom to ask instead, with {@link Kind#ASK}
 */
public record JoinAnswer(Kind kind, String detail, Optional<Address> at) {
    /** In one word, with the status of the HTTP answer. */
    public enum Kind {
        /** It is under way, or was so before. */
        ACCEPTED(202),
        /** Another node leads the membership. */
        ASK(421),
        /** No node leads the membership yet, or too much is under way. */
        LATER(503),
        /** There is no such member. */
        UNKNOWN(404),
        /** The cluster is not in a state in which that could be done. */
        CONFLICT(409),
        /** Another process is a member with that id, and lives. */
        DUPLICATE(409),
        /** It is not allowed from there, or not by that node. */
        FORBIDDEN(403);

        public final int status;

        Kind(int status) {
            this.status = status;
        }
    }

    public static JoinAnswer accepted(String detail) {
        return new JoinAnswer(Kind.ACCEPTED, detail, Optional.empty());
    }

    public static JoinAnswer ask(Address leader) {
        return new JoinAnswer(Kind.ASK, "ask " + leader, Optional.of(leader));
    }

    public static JoinAnswer of(Kind kind, String detail) {
        return new JoinAnswer(kind, detail, Optional.empty());
    }
}
