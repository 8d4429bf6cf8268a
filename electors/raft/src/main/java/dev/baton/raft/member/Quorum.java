// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.util.Set;

/**
 * The voters of a group.
 *
 * @param previous while the configuration changes, the voters before: then a majority of both is needed; else empty
 */
record Quorum(Set<String> current, Set<String> previous) {
    Quorum {
        current = Set.copyOf(current);
        previous = Set.copyOf(previous);
    }

    boolean isReachedBy(Set<String> members) {
        return isMajority(current, members) && (previous.isEmpty() || isMajority(previous, members));
    }

    private static boolean isMajority(Set<String> voters, Set<String> members) {
        return voters.stream().filter(members::contains).count() > voters.size() / 2;
    }
}
