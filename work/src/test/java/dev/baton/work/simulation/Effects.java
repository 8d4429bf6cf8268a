// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.simulation;

import dev.baton.work.PartitionId;
import dev.baton.work.Release;
import dev.baton.work.Session;
import java.util.HashMap;
import java.util.Map;

/** What workers did: on each partition the tokens never fall, and each token is one session's. */
final class Effects {
    private final Map<PartitionId, Release> newest = new HashMap<>();
    private final Map<Release, Session> owners = new HashMap<>();
    private long count;

    void acted(Session session, Release partition) {
        count++;
        Session owner = owners.putIfAbsent(partition, session);
        CheckedStore.require(
                owner == null || owner.equals(session), partition + " is acted on by " + owner + " and " + session);
        Release before = newest.put(partition.partition(), partition);
        CheckedStore.require(
                before == null || before.token() <= partition.token(),
                session + " acted on " + partition + " after its next owner did, under " + before);
    }

    long count() {
        return count;
    }
}
