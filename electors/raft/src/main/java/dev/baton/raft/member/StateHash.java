// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A digest of the state of a member.
 *
 * @param index the last entry that it includes
 * @param parts a digest of each part's snapshot, by the part's name
 */
public record StateHash(long index, SortedMap<String, String> parts) {
    public StateHash {
        parts = new TreeMap<>(parts);
    }
}
