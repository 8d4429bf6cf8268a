// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.loan;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.Duty;
import dev.baton.Epoch;
import dev.baton.Health;
import dev.baton.Leader;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.Node;
import dev.baton.admin.LoanState;
import dev.baton.admin.LoanView;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Ticker;
import dev.baton.spi.Vacancy;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lends the leadership of one election to commands that {@code baton run} brings. As a duty it is stopped before
 * another node may lead, and stopping waits until what was lent is given back or has run out.
 *
 * <p>A command is all that such a leadership is for. When its borrower gives back or falls silent, or none comes, the node
 * therefore resigns, and a node whose borrower is ready can follow.
 */
public final class LoanRegister implements Duty, LeadershipListener {
    public static final String NAME = "run";

    /** A shorter loan would be lost to every hiccup of the machine. */
    static final Duration MIN_LOAN = Duration.ofMillis(800);

    /** The part of a time limit that is kept for this node itself. */
    private static final int OWN_SHARE = 5;

    /** How often to check whether a wait still matters. */
    private static final Duration LOOK = Duration.ofMillis(50);

    private final LoanRules rules;
    private final Optional<String> refusal;
    private final Ticker ticker;
    private @Nullable Leadership leadership;
    private @Nullable Candidate candidate;
    private BooleanSupplier others = () -> false;

    /**
     * @param stopTimeout how long stopping may take
     * @param certainty how long the node's own leadership is certain at least
     * @param windDown how long before its deadline the node begins to stop
     */
    public LoanRegister(
            Duration stopTimeout, Duration certainty, Duration windDown, Guarantee guarantee, Ticker ticker) {
        Duration stoppable = stopTimeout.minus(stopTimeout.dividedBy(OWN_SHARE));
        Duration reserve = windDown.dividedBy(OWN_SHARE);
        Duration spare = certainty.minus(reserve);
        this.rules = new LoanRules(
                stoppable.compareTo(spare) < 0 ? stoppable : spare,
                reserve,
                guarantee.epochs() == Guarantee.EpochMemory.DURABLE,
                ticker.nanos());
        this.refusal = refusal(guarantee, rules.longest());
        this.ticker = ticker;
    }

    private static Optional<String> refusal(Guarantee guarantee, Duration loan) {
        if (guarantee.exclusivity() != Guarantee.Exclusivity.EXCLUSIVE) {
            return Optional.of("two nodes may lead at once, so a command could run twice: " + guarantee.statement());
        }
        if (guarantee.epochs() != Guarantee.EpochMemory.DURABLE) {
            return Optional.of("epochs begin again with a restart, so two commands could have the same one: "
                    + guarantee.statement());
        }
        if (loan.compareTo(MIN_LOAN) < 0) {
            return Optional.of(
                    "leadership could be lent for " + loan.toMillis() + " ms at a time, and " + MIN_LOAN.toMillis()
                            + " ms is the minimum: increase the elector's lease or shutdown.duty_timeout");
        }
        return Optional.empty();
    }

    /** Why nothing is ever lent here. */
    public Optional<String> refusal() {
        return refusal;
    }

    /**
     * Says whose leadership it is that is lent here.
     *
     * @param otherNodes whether other nodes are present, which may have a borrower where this one has none
     */
    public synchronized void follow(Candidate lender, BooleanSupplier otherNodes) {
        this.candidate = lender;
        this.others = otherNodes;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public synchronized void start(Leadership won, Crash crash) {
        leadership = won;
        rules.lead(won, ticker.nanos());
    }

    /** Waits for what is out. Not once the leadership is over: others then know to wait for it by themselves. */
    @Override
    public synchronized void stop() throws InterruptedException {
        rules.recall();
        for (Duration left = left(); !left.isZero() && mayAct(); left = left()) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.min(left.toNanos(), LOOK.toNanos()));
        }
        rules.end(ticker.nanos());
    }

    private Duration left() {
        return rules.left(ticker.nanos());
    }

    private boolean mayAct() {
        return leadership != null && leadership.mayAct();
    }

    /** Asked again and again: the occasion to notice a borrower that fell silent. */
    @Override
    public Health health() {
        resignIfSpent();
        return Health.OK;
    }

    @Override
    public synchronized void on(CandidateEvent event) {
        if (event instanceof CandidateEvent.LeaderChanged changed) {
            rules.seen(changed.current().epoch(), ticker.nanos());
        } else if (event instanceof CandidateEvent.LeaderDown down && down.cause() == Vacancy.Cause.RELEASED) {
            rules.released(down.former().epoch());
        }
    }

    /** What a borrower sees that waits. */
    public synchronized LoanView look() {
        long now = ticker.nanos();
        rules.asked(now);
        return view(rules.look(Optional.empty(), now), now);
    }

    public LoanView acquire(LeaseToken token, Node borrower) {
        resignIfSpent();
        synchronized (this) {
            long now = ticker.nanos();
            rules.asked(now);
            return view(rules.acquire(token, borrower, now), now);
        }
    }

    public synchronized LoanView renew(LeaseToken token) {
        long now = ticker.nanos();
        return view(rules.renew(token, now), now);
    }

    /** Takes it back; the epoch that was lent, if this is its borrower. */
    public Optional<Epoch> release(LeaseToken token) {
        Optional<Epoch> given;
        synchronized (this) {
            given = rules.release(token);
            notifyAll();
        }
        resignIfSpent();
        return given;
    }

    private void resignIfSpent() {
        Optional<Epoch> spent;
        Candidate lender;
        synchronized (this) {
            spent = rules.spent(ticker.nanos(), others.getAsBoolean());
            lender = candidate;
        }
        // Where nothing is ever lent, no other node would lend either.
        if (lender != null && spent.isPresent() && refusal.isEmpty()) {
            // That it has stopped leading by then is just as good.
            CompletableFuture<Void> unused = lender.resign(spent.get());
        }
    }

    /** @param now the instant that the decision was made at, so that what is left was left then */
    private LoanView view(LoanState state, long now) {
        Optional<Leader> leader =
                Optional.ofNullable(candidate).flatMap(Candidate::leader).filter(it -> state == LoanState.VACANT);
        Optional<Node> node = leader.map(Leader::node).or(() -> rules.borrower(now));
        Optional<Epoch> epoch = leader.map(Leader::epoch).or(rules::epoch);
        boolean mine = state == LoanState.YOURS || state == LoanState.RECALLED;
        return new LoanView(
                leader.map(this::whereItIs).orElse(state),
                node.map(it -> it.id().value()).orElse(null),
                node.map(it -> it.incarnation().toString()).orElse(null),
                epoch.map(Epoch::value).orElse(null),
                mine ? rules.left(now).toMillis() : 0,
                rules.longest().toMillis(),
                refusal.orElse(null));
    }

    /** This node may lead already while its duty is yet to start. */
    private LoanState whereItIs(Leader leader) {
        boolean here = candidate != null && leader.node().equals(candidate.node());
        return here ? LoanState.SOON : LoanState.ELSEWHERE;
    }
}
