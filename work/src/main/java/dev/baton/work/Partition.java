// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.Leadership;
import dev.baton.NotLeaderException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A partition that this worker owns. Any thread may call it. Valid from {@code onAssigned} until {@code onRevoked} has
 * returned; when the partition is assigned again, it is another object with a higher token.
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

    /** The token, which rises with every change of owner. Send it with every write to a shared resource. */
    public long token() {
        return token;
    }

    /** The worker's session, under which it holds all its partitions. */
    public Leadership session() {
        return session;
    }

    /** The session in the partition's assignment. */
    public Session owner() {
        return owner;
    }

    /**
     * Whether this worker may begin something on the partition now. False once it was asked to release it, and once its
     * session is no longer certain, also directly after a pause. Costs one clock reading.
     */
    public boolean mayAct() {
        return !revoked && session.mayAct();
    }

    /**
     * Returns normally while this worker may act on the partition.
     *
     * @throws NotLeaderException once it may not
     */
    public void check() {
        if (!mayAct()) {
            throw new NotLeaderException(
                    "partition " + id + " with token " + token + " is no longer this worker's: " + session);
        }
    }

    /** Reports that the work on this partition failed: it is stopped, and started again after a pause. */
    public void failed(Throwable cause) {
        failure.accept(cause);
    }

    void revoke() {
        revoked = true;
    }

    /** True only for the first caller, which calls the application or prevents that call. */
    boolean begin() {
        return !begun.getAndSet(true);
    }

    @Override
    public String toString() {
        return id + " (token " + token + ")";
    }
}
