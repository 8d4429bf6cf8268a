// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.loan;

import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.Node;
import dev.baton.admin.LoanState;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which a node lends its leadership of one election. Knows no thread and no clock; confined to its {@link LoanRegister}.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A leadership is lent to one borrower, once: two commands with one epoch could not be told apart.
 *   <li>A borrower has time only up to a reserve before this node's own deadline, and never more than {@link #MAX_LOAN}.
 *   <li>A crashed node cannot call its loan back, and others may know that it is gone long before its borrower does.
 *       The next leader therefore lends nothing before {@link #SETTLING} has passed since an earlier leader was
 *       followed by another; that a leader gave back speaks for its own loan and not for those of its predecessors.
 *   <li>A leadership that no borrower asks for is handed over, so that a node with a borrower can follow. Where no node
 *       has one, each waits twice as long the next time, so that leadership does not go round and round.
 * </ol>
 */
final class LoanRules {
    static final Duration MAX_LOAN = Duration.ofSeconds(4);
    static final Duration SETTLING = Duration.ofSeconds(5);
    /** How long a leader waits for a borrower before it hands over. */
    static final Duration MIN_IDLE = Duration.ofSeconds(5);

    static final Duration MAX_IDLE = Duration.ofMinutes(5);

    private final Duration longest;
    private final Duration reserve;

    private @Nullable Leadership leadership;
    private @Nullable Loan loan;
    private boolean recalled;
    private long lendFrom;
    private Epoch lent = Epoch.NONE;
    private Duration idle = MIN_IDLE;
    private long idleFrom;
    private Optional<Clear> clear;
    private Optional<Sighting> seen = Optional.empty();

    /** From that instant on nothing is out that was lent under this epoch or an earlier one. */
    private record Clear(Epoch through, long from) {}

    /** When a leader was first seen. */
    private record Sighting(Epoch epoch, long at) {}

    /**
     * @param longest for how long at most it is lent without being asked again
     * @param reserve what this node needs between the end of a loan and its own deadline
     * @param remembers whether an election whose first epoch is won has surely never had a leader before
     */
    LoanRules(Duration longest, Duration reserve, boolean remembers, long now) {
        this.longest = longest.compareTo(MAX_LOAN) < 0 ? longest : MAX_LOAN;
        this.reserve = reserve;
        this.clear = remembers ? Optional.of(new Clear(Epoch.NONE, now)) : Optional.empty();
    }

    Duration longest() {
        return longest;
    }

    /** This node leads, or its duty was started once more. */
    void lead(Leadership won, long now) {
        leadership = won;
        recalled = false;
        lendFrom = MonotonicTime.plus(now, SETTLING);
        idleFrom = now;
        lendEarlier();
    }

    /** A borrower is here, whether or not it can have anything yet. */
    void asked(long now) {
        idle = MIN_IDLE;
        idleFrom = now;
    }

    private void lendEarlier() {
        if (leadership != null
                && clear.isPresent()
                && clear.get().through().next().equals(leadership.epoch())) {
            lendFrom = MonotonicTime.earlier(lendFrom, clear.get().from());
        }
    }

    /** The leadership is about to end: no new loans, and current ones are not extended. */
    void recall() {
        recalled = true;
    }

    /** The leadership ends here. What is still out runs out by itself. */
    void end(long now) {
        if (leadership != null) {
            if (isUnused(now)) {
                Duration twice = idle.multipliedBy(2);
                idle = twice.compareTo(MAX_IDLE) < 0 ? twice : MAX_IDLE;
            }
            long from = MonotonicTime.later(lendFrom, MonotonicTime.plus(now, left(now)));
            clear = Optional.of(new Clear(leadership.epoch(), from));
        }
        leadership = null;
    }

    /** A node leads. */
    void seen(Epoch epoch, long now) {
        if (seen.isEmpty() || epoch.isAfter(seen.get().epoch())) {
            seen = Optional.of(new Sighting(epoch, now));
        }
    }

    /** Another node has released its leadership, with no loans left. */
    void released(Epoch epoch) {
        if (clear.isPresent() && !epoch.isAfter(clear.get().through())) {
            return;
        }
        if (clear.isPresent() && clear.get().through().next().equals(epoch)) {
            clear = Optional.of(new Clear(epoch, clear.get().from()));
        } else {
            clear = seen.filter(it -> it.epoch().equals(epoch))
                    .map(it -> new Clear(epoch, MonotonicTime.plus(it.at(), SETTLING)))
                    .or(() -> clear);
        }
        lendEarlier();
    }

    LoanState look(Optional<LeaseToken> token, long now) {
        if (isOut(now) && loan != null && token.filter(loan.token()::equals).isPresent()) {
            return recalled ? LoanState.RECALLED : LoanState.YOURS;
        }
        Leadership led = leadership;
        if (led == null) {
            return LoanState.VACANT;
        }
        if (recalled || lent.equals(led.epoch())) {
            return LoanState.TAKEN;
        }
        boolean may = !MonotonicTime.isBefore(now, lendFrom) && spare(led).compareTo(longest) >= 0;
        return may ? LoanState.FREE : LoanState.SOON;
    }

    /** How long this node can do without; read after the clock, so that a pause in between makes it less. */
    private Duration spare(Leadership led) {
        return led.remaining().minus(reserve);
    }

    /** Lends it, if it is free. Asking again changes nothing. */
    LoanState acquire(LeaseToken token, Node borrower, long now) {
        LoanState state = look(Optional.of(token), now);
        if (state != LoanState.FREE) {
            return state;
        }
        Leadership led = Objects.requireNonNull(leadership);
        lent = led.epoch();
        loan = new Loan(token, borrower, until(led, now));
        return look(Optional.of(token), now);
    }

    /** Gives the borrower more time, unless it is to give back. */
    LoanState renew(LeaseToken token, long now) {
        LoanState state = look(Optional.of(token), now);
        if (state == LoanState.YOURS) {
            Loan held = Objects.requireNonNull(loan);
            long until = until(Objects.requireNonNull(leadership), now);
            loan = held.until(MonotonicTime.isBefore(held.until(), until) ? until : held.until());
        }
        return state;
    }

    private long until(Leadership led, long now) {
        Duration spare = spare(led);
        Duration span = spare.compareTo(longest) < 0 ? spare : longest;
        return MonotonicTime.plus(now, span.isNegative() ? Duration.ZERO : span);
    }

    /** The borrower has stopped acting. Tells what it had; nothing, if it is not the borrower. */
    Optional<Epoch> release(LeaseToken token) {
        if (loan == null || !loan.token().equals(token)) {
            return Optional.empty();
        }
        loan = null;
        return Optional.of(lent);
    }

    boolean isOut(long now) {
        return !left(now).isZero();
    }

    /** For how long something may be out, if nothing is heard from it. */
    Duration left(long now) {
        if (loan == null || !MonotonicTime.isBefore(now, loan.until())) {
            return Duration.ZERO;
        }
        return Duration.ofNanos(loan.until() - now);
    }

    /**
     * A leadership that is of no use here: its loan has ended, or there is no borrower.
     *
     * @param others whether there are other nodes, one of which may have a borrower
     */
    Optional<Epoch> spent(long now, boolean others) {
        return Optional.ofNullable(leadership)
                .map(Leadership::epoch)
                .filter(epoch -> !recalled && (epoch.equals(lent) ? !isOut(now) : others && isUnused(now)));
    }

    private boolean isUnused(long now) {
        return leadership != null
                && !leadership.epoch().equals(lent)
                && !MonotonicTime.isBefore(now, MonotonicTime.plus(MonotonicTime.later(idleFrom, lendFrom), idle));
    }

    Optional<Node> borrower(long now) {
        return isOut(now) ? Optional.ofNullable(loan).map(Loan::borrower) : Optional.empty();
    }

    Optional<Epoch> epoch() {
        return Optional.ofNullable(leadership).map(Leadership::epoch);
    }
}
