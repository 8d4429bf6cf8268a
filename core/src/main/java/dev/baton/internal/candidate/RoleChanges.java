// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateEvent.StateChanged;
import dev.baton.internal.candidate.CandidateEffect.Announce;
import dev.baton.internal.candidate.Role.Leading;
import dev.baton.internal.candidate.Role.Standby;
import dev.baton.internal.candidate.Role.SteppingDown;
import dev.baton.internal.check.Invariant;
import dev.baton.spi.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A candidate's role, and what its changes ask for, in order. */
final class RoleChanges {
    private final List<CandidateEffect> effects = new ArrayList<>();
    private Role role = new Standby();

    Role role() {
        return role;
    }

    Optional<Term> term() {
        if (role instanceof Leading leading) {
            return Optional.of(leading.term());
        }
        return role instanceof SteppingDown down ? Optional.of(down.term()) : Optional.empty();
    }

    /** The same role with other details. */
    void update(Role changed) {
        Invariant.check(changed.state() == role.state(), "%s is not %s", changed.state(), role.state());
        role = changed;
    }

    void moveTo(Role next) {
        Candidate.State from = role.state();
        Invariant.check(from.next().contains(next.state()), "illegal move %s to %s", from, next.state());
        role = next;
        announce(new StateChanged(from, next.state()));
    }

    void add(CandidateEffect effect) {
        effects.add(effect);
    }

    void announce(CandidateEvent event) {
        effects.add(new Announce(event));
    }

    List<CandidateEffect> drain() {
        List<CandidateEffect> drained = List.copyOf(effects);
        effects.clear();
        return drained;
    }
}
