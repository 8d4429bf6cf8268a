// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateEvent.BecameLeader;
import dev.baton.CandidateEvent.LostLeadership;
import dev.baton.CandidateEvent.StateChanged;
import dev.baton.Epoch;
import dev.baton.internal.candidate.CandidateEffect.Announce;
import dev.baton.internal.candidate.CandidateEffect.Fault;
import dev.baton.internal.candidate.CandidateEffect.Lead;
import dev.baton.internal.candidate.CandidateEffect.Leave;
import dev.baton.internal.candidate.CandidateEffect.Release;
import dev.baton.internal.candidate.CandidateEffect.StopDuties;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Watches what goes into a candidate's rules and what comes out, and fails where a promise is broken. */
final class Conduct {
    /** A move that a candidate took. */
    record Move(Candidate.State from, Candidate.State to) {}

    private final Set<Move> moves = new LinkedHashSet<>();
    private final Set<Epoch> led = new HashSet<>();
    private final Set<Epoch> stopped = new HashSet<>();
    private Candidate.State state = Candidate.State.STANDBY;
    private Epoch highest = Epoch.NONE;
    private Optional<Epoch> leading = Optional.empty();
    private Optional<Epoch> dutiesUnder = Optional.empty();
    private boolean told;
    private boolean left;

    Set<Move> moves() {
        return moves;
    }

    /** The epoch under which duties may run, from Lead until they were seen to be stopped. */
    Optional<Epoch> dutiesUnder() {
        return dutiesUnder;
    }

    boolean isToldToStop() {
        return told;
    }

    /** The duties of {@code epoch} report that they have stopped; only true reports may be fed to the rules. */
    void dutiesStopped(Epoch epoch) {
        if (dutiesUnder.equals(Optional.of(epoch)) && told) {
            stopped.add(epoch);
            dutiesUnder = Optional.empty();
        }
    }

    /** @param heard the epoch that the input was about, which counts as seen once the step is done */
    void check(List<CandidateEffect> effects, Optional<Epoch> heard, Candidate.State now) {
        for (CandidateEffect effect : effects) {
            check(effect);
        }
        heard.ifPresent(epoch -> highest = highest.max(epoch));
        assertThat(now).as("announced moves lead to the state").isEqualTo(state);
    }

    private void check(CandidateEffect effect) {
        if (left) {
            assertThat(effect).as("after leaving").isInstanceOfAny(Release.class, Announce.class, Fault.class);
        }
        if (effect instanceof Lead lead) {
            assertThat(dutiesUnder).as("duties at %s", lead).isEmpty();
            assertThat(leading).as("leadership at %s", lead).isEmpty();
            assertThat(lead.epoch()).as("epoch of a new leadership").isGreaterThan(highest);
            led.add(lead.epoch());
            dutiesUnder = Optional.of(lead.epoch());
            told = false;
        } else if (effect instanceof StopDuties) {
            assertThat(dutiesUnder).as("duties to stop").isPresent();
            told = true;
        } else if (effect instanceof Release release && led.contains(release.epoch())) {
            assertThat(stopped).as("epochs whose duties stopped").contains(release.epoch());
        } else if (effect instanceof Leave) {
            assertThat(dutiesUnder).as("duties at the end").isEmpty();
            left = true;
        } else if (effect instanceof Announce announce) {
            check(announce.event());
        }
    }

    private void check(CandidateEvent event) {
        if (event instanceof BecameLeader won) {
            assertThat(leading).as("leadership when %s", won).isEmpty();
            leading = Optional.of(won.epoch());
        } else if (event instanceof LostLeadership lost) {
            assertThat(leading).as("leadership when %s", lost).contains(lost.epoch());
            assertThat(told)
                    .as("duties are told to stop before a listener hears of it")
                    .isTrue();
            leading = Optional.empty();
        } else if (event instanceof StateChanged moved) {
            assertThat(moved.from()).as("moves are a chain").isEqualTo(state);
            assertThat(moved.from().next()).as("legal moves").contains(moved.to());
            state = moved.to();
            moves.add(new Move(moved.from(), moved.to()));
        }
    }
}
