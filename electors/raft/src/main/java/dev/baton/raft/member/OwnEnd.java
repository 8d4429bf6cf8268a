// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.FaultHandler;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a member ends without being closed, and why: the first reason stays. Any thread. */
final class OwnEnd {
    private static final Logger LOG = LoggerFactory.getLogger(OwnEnd.class);
    private static final String REMOVED = "it was removed from the group";

    private final String member;
    private final FaultHandler faults;
    private final Runnable endLead;
    private final Runnable stop;
    private final AtomicReference<@Nullable String> why = new AtomicReference<>();

    /** @param stop closes the engine; must not wait for it */
    OwnEnd(String member, FaultHandler faults, Runnable endLead, Runnable stop) {
        this.member = member;
        this.faults = faults;
        this.endLead = endLead;
        this.stop = stop;
    }

    Optional<String> why() {
        return Optional.ofNullable(why.get());
    }

    /** Its state can no longer be what it must be. */
    void broke(String what, Throwable cause) {
        if (why.compareAndSet(null, what)) {
            LOG.error("Raft member {} ends: {}", member, what, cause);
            endLead.run();
            faults.fault("Raft member " + member + ": " + what, cause);
        }
    }

    void cannotGoOn(String what, Throwable cause) {
        broke(what, cause);
        // It must not go on leading, or following, with a log that ends.
        stop.run();
    }

    /**
     * The group's leader does not have it.
     *
     * @return whether that is news
     */
    boolean removed() {
        return stopped(REMOVED);
    }

    /** It has stopped already. */
    void shutDown(boolean isMember) {
        boolean unused = stopped(isMember ? "it was shut down by the group, or by its log" : REMOVED);
    }

    private boolean stopped(String what) {
        boolean isNews = why.compareAndSet(null, what);
        if (isNews) {
            LOG.error("Raft member {} has stopped: {}", member, what);
            endLead.run();
        }
        return isNews;
    }
}
