// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.Candidate;
import dev.baton.spi.Contest;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A candidate's contest, from when it is entered until it is left. Confined to the candidate's lane. */
final class EnteredContest {
    private final List<ElectorEvent> early = new ArrayList<>();
    private @Nullable Contest contest;
    /** The last readiness that the contest was told. */
    private boolean toldReady;

    /** Events may come before {@link Elector#enter} has returned the contest; they wait for it. */
    boolean isReadyFor(ElectorEvent event) {
        if (contest == null) {
            early.add(event);
        }
        return contest != null;
    }

    /** The events that waited for the contest. */
    List<ElectorEvent> enter(Contest entered) {
        contest = entered;
        List<ElectorEvent> waited = List.copyOf(early);
        early.clear();
        return waited;
    }

    void call(Consumer<Contest> call) {
        call.accept(Objects.requireNonNull(contest));
    }

    /** Tells the contest whether this node could lead now, if that has changed. */
    void tellReady(CandidateRules rules) {
        Contest entered = contest;
        boolean ready = rules.isReady();
        if (entered != null && ready != toldReady && rules.state() != Candidate.State.CLOSED) {
            toldReady = ready;
            entered.ready(ready ? Optional.of(rules.priority()) : Optional.empty());
        }
    }

    /** Leaves the contest of a candidate that failed; it counts as left only if this does not throw. */
    void leave() {
        Contest entered = contest;
        if (entered != null) {
            entered.close();
            contest = null;
        }
    }

    /** Calls {@link #leave()} once more, in case it threw before. */
    void leaveAtLast() {
        try {
            leave();
        } catch (RuntimeException | Error stillBroken) {
            // The fault handler was told, and the next event is the next chance.
        }
    }
}
