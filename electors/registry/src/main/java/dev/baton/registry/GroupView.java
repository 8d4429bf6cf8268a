// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import java.util.List;

/**
 * The members of the group, oldest first.
 *
 * @param number rises with every view that this node installs
 * @param merged whether this view merges separate groups
 */
record GroupView(long number, List<GroupMember> members, boolean merged) {
    GroupView {
        members = List.copyOf(members);
    }
}
