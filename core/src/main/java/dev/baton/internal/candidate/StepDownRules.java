// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.CandidateEvent.LostLeadership;
import dev.baton.Epoch;
import dev.baton.LossReason;
import dev.baton.NodeId;
import dev.baton.internal.candidate.CandidateEffect.Abandon;
import dev.baton.internal.candidate.CandidateEffect.EndTenure;
import dev.baton.internal.candidate.CandidateEffect.Fault;
import dev.baton.internal.candidate.CandidateEffect.Release;
import dev.baton.internal.candidate.CandidateEffect.StopDuties;
import dev.baton.internal.candidate.CandidateRole.Leading;
import dev.baton.internal.candidate.CandidateRole.Standby;
import dev.baton.internal.candidate.CandidateRole.SteppingDown;
import dev.baton.spi.MonotonicTime;
import java.util.Optional;

/**
 * The rules for the end of a leadership: duties are told to stop, are seen to be stopped, and only then is leadership
 * given back.
 */
final class StepDownRules {
    private final RoleChanges roles;
    private final StopDeadlines deadlines;

    StepDownRules(RoleChanges roles, StopDeadlines deadlines) {
        this.roles = roles;
        this.deadlines = deadlines;
    }

    void begin(Leading leading, LossReason reason, String detail, Optional<NodeId> successor, long now) {
        boolean held = reason != LossReason.SUPERSEDED;
        boolean inTime = held && MonotonicTime.isBefore(now, leading.validity().certainUntil());
        if (!inTime) {
            roles.add(new EndTenure());
        }
        boolean hurried = !inTime || reason == LossReason.DEADLINE;
        roles.add(new StopDuties(deadlines.stopBy(leading.validity(), held, hurried, now)));
        roles.announce(new LostLeadership(leading.epoch(), reason, detail));
        roles.moveTo(new SteppingDown(leading.epoch(), leading.validity(), successor, false, held, hurried));
    }

    void dutyStuck(Epoch epoch, String problem) {
        if (roles.role() instanceof SteppingDown down && down.epoch().equals(epoch) && down.held()) {
            // The duty may still act, so leadership is not handed on. If the fault handler lets the process live, the
            // lease expires, and only the fence is left.
            roles.add(new EndTenure());
            roles.add(new Abandon(down.epoch()));
            roles.update(down.withNothingHeld());
        }
        roles.add(new Fault(problem));
    }

    void dutiesStopped(Epoch epoch) {
        if (roles.role() instanceof SteppingDown down && down.epoch().equals(epoch) && !down.dutiesStopped()) {
            roles.update(down.withDutiesStopped());
            roles.add(new EndTenure());
            if (down.held()) {
                roles.add(new Release(down.epoch(), down.successor()));
            }
        }
    }

    /** The elector no longer considers this node the leader. */
    void nothingHeld(SteppingDown down, long now) {
        roles.update(down.withNothingHeld());
        roles.add(new EndTenure());
        if (!down.dutiesStopped()) {
            roles.add(new StopDuties(deadlines.atOnce(now)));
        }
    }

    void advance(SteppingDown down, long now) {
        if (down.dutiesStopped()
                && down.held()
                && !MonotonicTime.isBefore(now, down.validity().othersFrom())) {
            // The elector owes an answer to the release; by now the leadership has lapsed anyway.
            roles.update(down.withNothingHeld());
            roles.moveTo(new Standby());
        } else if (down.dutiesStopped() && !down.held()) {
            roles.moveTo(new Standby());
        } else if (!down.dutiesStopped()
                && !down.hurried()
                && !MonotonicTime.isBefore(now, down.validity().certainUntil())) {
            roles.update(down.inAHurry());
            roles.add(new StopDuties(deadlines.lastCall(down.validity(), now)));
        }
    }

    /** When {@link #advance} is due, if ever. */
    Optional<Long> wakeAt(SteppingDown down) {
        if (down.dutiesStopped()) {
            return Optional.of(down.validity().othersFrom());
        }
        return down.hurried() ? Optional.empty() : Optional.of(down.validity().certainUntil());
    }
}
