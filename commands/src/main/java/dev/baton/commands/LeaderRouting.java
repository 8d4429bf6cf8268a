// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.Candidate;
import dev.baton.Leader;
import java.util.Optional;

/** Where to redirect clients while this node does not lead. Called often, on the server's thread: must not block. */
@FunctionalInterface
public interface LeaderRouting {
    /** The other node that leads, as far as is known. */
    Optional<Leader> elsewhere();

    static LeaderRouting of(Candidate candidate) {
        return () -> candidate.leader().filter(leader -> !leader.node().equals(candidate.node()));
    }
}
