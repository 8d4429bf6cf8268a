// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateEvent.StateChanged;
import dev.baton.internal.candidate.CandidateEffect.Announce;
import dev.baton.internal.candidate.CandidateRole.Leading;
import dev.baton.internal.candidate.CandidateRole.Standby;
import dev.baton.internal.candidate.CandidateRole.SteppingDown;
import dev.baton.internal.check.Invariant;
import dev.baton.spi.Validity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A candidate's role, and the effects of its changes, in order. */
final class RoleChanges {
    private final List<CandidateEffect> effects = new ArrayList<>();
    private CandidateRole role = new Standby();

    CandidateRole role() {
        return role;
    }

    Optional<Validity> validity() {
        if (role instanceof Leading leading) {
            return Optional.of(leading.validity());
        }
        return role instanceof SteppingDown down ? Optional.of(down.validity()) : Optional.empty();
    }

    /** The same role with other details. */
    void update(CandidateRole changed) {
        Invariant.check(changed.state() == role.state(), "%s is not %s", changed.state(), role.state());
        role = changed;
    }

    void moveTo(CandidateRole next) {
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
