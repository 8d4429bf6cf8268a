// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.internal.candidate.HeldLeadership;
import java.time.Duration;

/** Leaderships for tests that have no elector. */
public final class Leaderships {
    private static final Incarnation ANY = new Incarnation(7);

    private Leaderships() {}

    /** A coordinator that is certain for an hour. */
    public static Leadership coordinator(long epoch) {
        return of(Session.COORDINATOR, "c" + epoch, epoch);
    }

    /** A session that is certain for an hour. */
    public static Leadership session(String worker, long epoch) {
        return of(Session.election(NodeId.of(worker)), worker, epoch);
    }

    private static Leadership of(ElectionName election, String node, long epoch) {
        long until = System.nanoTime() + Duration.ofHours(1).toNanos();
        return new HeldLeadership(election, new Node(NodeId.of(node), ANY), Epoch.of(epoch), System::nanoTime, until);
    }

    /** A leadership that is over by its own clock. */
    public static Leadership over(ElectionName election, long epoch) {
        HeldLeadership tenure = new HeldLeadership(
                election,
                new Node(NodeId.of("over"), ANY),
                Epoch.of(epoch),
                System::nanoTime,
                System.nanoTime() + Duration.ofHours(1).toNanos());
        tenure.end();
        return tenure;
    }

    public static WorkerRegistration registration(String worker, long epoch) {
        return WorkerRegistration.of(Session.of(worker, epoch), ANY);
    }
}
