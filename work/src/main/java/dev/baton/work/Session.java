// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.internal.check.Names;
import java.util.Objects;

/**
 * One run of a worker: its id, and the epoch of the election in which only this worker stands. A session has ended once
 * its election has reached a higher epoch, and not before: nothing else is proof.
 */
public record Session(NodeId worker, Epoch epoch) {
    /** The election of the coordinator; the names of the sessions' elections append the worker's id. */
    public static final ElectionName COORDINATOR = ElectionName.of("work");

    private static final String PREFIX = COORDINATOR + ".";
    private static final int MAX_WORKER = Names.MAX_LENGTH - PREFIX.length();

    public Session {
        Objects.requireNonNull(worker, "worker");
        if (worker.value().length() > MAX_WORKER) {
            throw new IllegalArgumentException("the id of a worker has at most " + MAX_WORKER + " characters, and "
                    + worker + " has " + worker.value().length());
        }
        if (epoch.equals(Epoch.NONE)) {
            throw new IllegalArgumentException("a session of " + worker + " has an epoch of 1 or more");
        }
    }

    public static Session of(String worker, long epoch) {
        return new Session(NodeId.of(worker), Epoch.of(epoch));
    }

    /** The election whose leaderships are the sessions of a worker. */
    public static ElectionName election(NodeId worker) {
        return ElectionName.of(PREFIX + worker);
    }

    @Override
    public String toString() {
        return worker + " (session " + epoch + ")";
    }
}
