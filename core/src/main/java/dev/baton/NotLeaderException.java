// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** This node does not lead: ask {@link #leader()}, if it is known. */
public final class NotLeaderException extends BatonException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Leader leader;

    public NotLeaderException(String message) {
        super(message);
        this.leader = null;
    }

    public NotLeaderException(ElectionName election, NodeId self, Optional<Leader> leader) {
        super(self + " does not lead " + election
                + leader.map(known -> ": " + known + " does").orElse(", and no leader is known"));
        this.leader = leader.orElse(null);
    }

    /** The leader to ask instead, if it is known. */
    public Optional<Leader> leader() {
        return Optional.ofNullable(leader);
    }
}
