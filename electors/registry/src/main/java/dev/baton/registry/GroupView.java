// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import java.util.List;

/**
 * Who is in the group, oldest member first.
 *
 * @param number rises with every view that this node installs
 * @param merged whether groups that were apart have come together in it
 */
record GroupView(long number, List<GroupMember> members, boolean merged) {
    GroupView {
        members = List.copyOf(members);
    }
}
