// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.Node;
import dev.baton.spi.Alarm;
import dev.baton.spi.Ticker;
import java.util.Optional;

/**
 * The candidate's end of a {@link Leadership}: moves its deadline on, or ends it. Confined to the candidate's lane.
 *
 * <p>Invariant: a leadership that was seen to be over is never certain again.
 */
public final class LeadershipControl {
    private final HeldLeadership leadership;
    private Epoch toldRefusal = Epoch.NONE;

    public LeadershipControl(ElectionName election, Node node, Epoch epoch, Ticker ticker, long certainUntil) {
        this.leadership = new HeldLeadership(election, node, epoch, ticker, certainUntil);
    }

    public Leadership leadership() {
        return leadership;
    }

    /** Moves the deadline on, never back. False if the leadership is over: then the holder has to step down. */
    public boolean extend(long certainUntil) {
        return leadership.extend(certainUntil);
    }

    /** The epoch that a fence has seen when it refused this one, each once: another leads, or the elector forgot it. */
    public Optional<Epoch> takeRefusal() {
        Epoch higher = leadership.refusedFor();
        if (!higher.isAfter(toldRefusal)) {
            return Optional.empty();
        }
        toldRefusal = higher;
        return Optional.of(higher);
    }

    /** What an operator is told when a fence has seen {@code higher}, and the elector says that this leadership holds. */
    Alarm fenceIsAhead(Epoch higher) {
        return new Alarm(
                Alarm.Kind.FENCE_IS_AHEAD,
                "a fence has seen epoch " + higher + " of " + leadership.election() + ", which is led under epoch "
                        + leadership.epoch() + ": the elector has forgotten epochs; raise them above " + higher);
    }

    /** From here on the holder may not act. */
    public void end() {
        leadership.end();
    }
}
