// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.util.Map;
import java.util.TreeMap;

/**
 * Finds members that lack entries and are not sent them. A leader in Ratis remembers what a member has acknowledged, and
 * does not send that again before there is a further entry: a member whose disk lost its last records would wait for
 * ever on an idle group.
 */
final class StalledFollowers {
    private Map<String, Long> before = Map.of();
    private long committedBefore = Long.MIN_VALUE;

    /**
     * Called from time to time.
     *
     * @param committed the leader's committed index
     * @param last the last index of every member that answers
     * @return the members that had less than the leader the last time, have no more now, and the group was idle
     */
    Map<String, Long> look(long committed, Map<String, Long> last) {
        Map<String, Long> stuck = new TreeMap<>();
        if (committed == committedBefore) {
            last.forEach((member, index) -> {
                if (index < committed && index.equals(before.get(member))) {
                    stuck.put(member, index);
                }
            });
        }
        before = Map.copyOf(last);
        committedBefore = committed;
        return stuck;
    }
}
