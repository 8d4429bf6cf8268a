// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.MemberRole;
import dev.baton.spi.Priority;

/** Members that tests of the membership's rules speak of. */
final class TestMember {
    private TestMember() {}

    /** A voter called {@code node} and its number, with that number as its mark. */
    static BullyMember voter(int number) {
        return new BullyMember(
                NodeId.of("node" + number),
                new StateId(number),
                new Address("127.0.0.1", 2_000 + number),
                Priority.DEFAULT,
                MemberRole.FULL);
    }
}
