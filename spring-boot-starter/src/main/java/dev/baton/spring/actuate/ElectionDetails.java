// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring.actuate;

import dev.baton.Candidate;
import dev.baton.Duty;
import dev.baton.Leader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One election, as the actuator shows it.
 *
 * @param state of this node's candidate
 * @param epoch under which this node leads, if it does
 * @param certainForMillis how long that is certain without further news
 * @param leader the leader, as last seen, if any
 * @param leaderEpoch under which that node leads
 */
public record ElectionDetails(
        String election,
        String state,
        boolean leading,
        boolean eligible,
        @Nullable Long epoch,
        long certainForMillis,
        @Nullable String leader,
        @Nullable Long leaderEpoch,
        List<DutyView> duties) {

    /** A duty of this node's candidate. */
    public record DutyView(String name, String state, int restarts, String detail) {
        static DutyView of(Duty.Status status) {
            return new DutyView(status.name(), status.state().name(), status.restarts(), status.detail());
        }
    }

    static ElectionDetails of(Candidate candidate) {
        Candidate.Status status = candidate.status();
        Leader leader = status.leader().orElse(null);
        return new ElectionDetails(
                status.election().value(),
                status.state().name(),
                candidate.isLeader(),
                status.eligible(),
                status.epoch().map(it -> it.value()).orElse(null),
                status.remaining().toMillis(),
                leader == null ? null : leader.node().id().value(),
                leader == null ? null : leader.epoch().value(),
                status.duties().stream().map(DutyView::of).toList());
    }
}
