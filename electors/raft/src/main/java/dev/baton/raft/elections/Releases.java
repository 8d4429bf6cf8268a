// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.ElectionName;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The leases that were given back last, by the index of the entry that did it, which is the same on all members. Told to
 * nodes that are none, so that they need not look at every row; one that missed some finds them when the lease would
 * have ended. Any thread.
 */
final class Releases {
    private static final int MAX_KEPT = 1_000;

    private final Deque<Release> kept = new ArrayDeque<>();
    private long latest;

    private record Release(long index, ElectionName election) {}

    /**
     * What is new since an index.
     *
     * @param latest up to where this tells, to be asked from next time
     */
    record News(long latest, List<ElectionName> released) {}

    synchronized void add(long index, ElectionName election) {
        latest = index;
        kept.add(new Release(index, election));
        if (kept.size() > MAX_KEPT) {
            kept.remove();
        }
    }

    synchronized News since(long index) {
        return new News(
                latest,
                kept.stream()
                        .filter(it -> it.index() > index)
                        .map(Release::election)
                        .distinct()
                        .toList());
    }
}
