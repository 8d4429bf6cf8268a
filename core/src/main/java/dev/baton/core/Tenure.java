// SPDX-License-Identifier: Apache-2.0
package dev.baton.core;

/**
 * The candidate's end of a {@link Leadership}: extends or ends it. Confined to the candidate's lane.
 *
 * <p>Invariant: a leadership whose deadline has passed, or that was ended, is never certain again.
 */
public final class Tenure {
    private final Leadership leadership;
    private final Ticker ticker;
    private long certainUntil;
    private boolean ended;

    public Tenure(ElectionName election, Node node, Epoch epoch, Ticker ticker, long certainUntil) {
        this.ticker = ticker;
        this.certainUntil = certainUntil;
        this.leadership = new Leadership(election, node, epoch, ticker, certainUntil);
    }

    public Leadership leadership() {
        return leadership;
    }

    /** Moves the deadline on; a deadline that is earlier, or comes after the last one has passed, changes nothing. */
    public void extend(long newCertainUntil) {
        long now = ticker.nanos();
        if (ended || !Instants.isBefore(now, certainUntil) || Instants.isBefore(newCertainUntil, certainUntil)) {
            return;
        }
        certainUntil = newCertainUntil;
        leadership.moveDeadline(newCertainUntil);
    }

    /** From here on the holder may not act. */
    public void end() {
        ended = true;
        certainUntil = ticker.nanos();
        leadership.moveDeadline(certainUntil);
    }
}
