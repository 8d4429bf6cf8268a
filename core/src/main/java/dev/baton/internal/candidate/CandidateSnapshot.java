// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.Candidate;
import dev.baton.Leader;
import java.util.Optional;

/** The state that queries from other threads read. */
record CandidateSnapshot(Candidate.State state, boolean eligible, boolean healthy, Optional<Leader> leader) {
    static CandidateSnapshot of(CandidateRules rules) {
        return new CandidateSnapshot(rules.state(), rules.isEligible(), rules.isHealthy(), rules.leader());
    }

    /** Returns the state after the candidate has failed. */
    CandidateSnapshot ended() {
        return new CandidateSnapshot(Candidate.State.CLOSED, eligible, healthy, Optional.empty());
    }
}
