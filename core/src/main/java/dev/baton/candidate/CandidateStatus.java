// SPDX-License-Identifier: Apache-2.0
package dev.baton.candidate;

import dev.baton.core.ElectionName;
import dev.baton.core.Epoch;
import dev.baton.core.Leader;
import dev.baton.core.Node;
import dev.baton.duty.DutyStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A candidate at a glance.
 *
 * @param epoch the epoch under which this node leads, if it does
 * @param remaining how long that is certain without further news
 * @param leader who leads, as last seen
 */
public record CandidateStatus(
        ElectionName election,
        Node node,
        CandidateState state,
        boolean eligible,
        boolean healthy,
        Optional<Epoch> epoch,
        Duration remaining,
        Optional<Leader> leader,
        List<DutyStatus> duties) {}
