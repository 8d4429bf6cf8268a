// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.controller;

import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import java.util.List;
import java.util.Optional;

/**
 * Whether a node may be removed, judged before anything is changed. The controller itself refuses to forget a registered
 * node that is alive and was not drained, or whose replicas no other node can take.
 *
 * <ol>
 *   <li>The node is registered, or a member of the group.
 *   <li>A member that never registered is removed only if it is known not to answer: it cannot have been drained.
 *   <li>The last voter stays.
 *   <li>A majority of the voters that are left must be alive, or the group would be lost with the change.
 * </ol>
 */
final class RemovalRules {
    private RemovalRules() {}

    /** @param alive nothing if it is not known */
    record Member(String node, boolean voter, Optional<Boolean> alive) {}

    /** @throws ApiException if it may not */
    static void check(String node, boolean registered, List<Member> members) {
        Optional<Member> leaving =
                members.stream().filter(it -> it.node().equals(node)).findFirst();
        if (leaving.isEmpty()) {
            if (!registered) {
                throw new ApiException(
                        ApiError.NOT_FOUND, node + " is neither registered nor a member of the Raft group");
            }
            return;
        }
        if (!registered) {
            requireGone(leaving.get());
        }
        if (leaving.get().voter()) {
            List<Member> left = members.stream()
                    .filter(it -> it.voter() && !it.node().equals(node))
                    .toList();
            requireVoters(node, left);
        }
    }

    private static void requireGone(Member leaving) {
        if (leaving.alive().isEmpty()) {
            throw new ApiException(
                    ApiError.UNAVAILABLE,
                    "nothing was done: " + leaving.node()
                            + " never registered, and whether it is alive is known to the leader of the group alone, which"
                            + " does not answer");
        }
        if (leaving.alive().get()) {
            throw new ApiException(
                    ApiError.CONFLICT,
                    leaving.node() + " never registered, but is a member of the Raft group and alive: stop it first");
        }
    }

    private static void requireVoters(String node, List<Member> left) {
        if (left.isEmpty()) {
            throw new ApiException(
                    ApiError.CONFLICT,
                    node
                            + " is the last voter of the Raft group, which would be lost with it: add another member first");
        }
        long alive = left.stream().filter(it -> it.alive().orElse(false)).count();
        if (2 * alive <= left.size()) {
            throw new ApiException(
                    ApiError.CONFLICT,
                    "without " + node + " the Raft group has " + left.size() + " voters, of which " + alive
                            + (alive == 1 ? " is" : " are")
                            + " alive, and that is no majority: start the others, or remove those that are gone, first");
        }
    }
}
