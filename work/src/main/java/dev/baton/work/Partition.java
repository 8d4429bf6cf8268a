// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.Leadership;
import dev.baton.NotLeaderException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A partition that this worker has. Any thread may ask it. Valid from {@code onAssigned} until {@code onRevoked} has
 * returned; what is assigned anew comes as another object with a higher token.
 */
public final class Partition {
    private final PartitionId id;
    private final long token;
    private final Leadership session;
    private final Session owner;
    private final Consumer<Throwable> failure;
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile boolean revoked;

    Partition(Release hosted, Session owner, Leadership session, Consumer<Throwable> failure) {
        this.id = hosted.partition();
        this.token = hosted.token();
        this.session = session;
        this.owner = owner;
        this.failure = failure;
    }

    public PartitionId id() {
        return id;
    }

    /** Rises with every change of owner: belongs into every write to a shared resource. */
    public long token() {
        return token;
    }

    /** The worker's session, by which all its partitions are held. */
    public Leadership session() {
        return session;
    }

    /** The session as it stands in the partition's assignment. */
    public Session owner() {
        return owner;
    }

    /**
     * May this worker begin something on the partition, now? False once it was asked to release it, and once its session
     * is no longer certain, also directly after a pause. Costs one clock reading.
     */
    public boolean mayAct() {
        return !revoked && session.mayAct();
    }

    /**
     * Passes while this worker may act on the partition.
     *
     * @throws NotLeaderException once it may not
     */
    public void check() {
        if (!mayAct()) {
            throw new NotLeaderException(
                    "partition " + id + " with token " + token + " is no longer this worker's: " + session);
        }
    }

    /** Says that the work on this partition broke down: it is stopped, and started again after a pause. */
    public void failed(Throwable cause) {
        failure.accept(cause);
    }

    void revoke() {
        revoked = true;
    }

    /** True for the first caller alone: the one that calls the application, or the one that keeps it from being called. */
    boolean begin() {
        return !begun.getAndSet(true);
    }

    @Override
    public String toString() {
        return id + " (token " + token + ")";
    }
}
