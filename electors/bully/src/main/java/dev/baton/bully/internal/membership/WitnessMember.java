// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.MemberRole;
import dev.baton.spi.Priority;

/** The member that is no process but a row in a database: it votes, and never leads. */
public final class WitnessMember {
    public static final NodeId ID = NodeId.of("sql-witness");
    /** No process listens there: a node without the witness in its configuration considers it dead. */
    public static final Address ADDRESS = new Address("sql-witness.invalid", 1);

    private WitnessMember() {}

    public static boolean is(BullyMember member) {
        return member.address().equals(ADDRESS);
    }

    /** The witness as a member of a cluster that is being formed. */
    public static BullyMember of(StateId mark) {
        return new BullyMember(ID, mark, ADDRESS, Priority.DEFAULT, MemberRole.WITNESS);
    }
}
