// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.core.ElectionName;
import dev.baton.core.Epoch;
import dev.baton.core.Instants;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
import dev.baton.elector.Alarm;
import dev.baton.elector.ElectorEvent.Trouble;
import dev.baton.lease.LeaseTerms;
import dev.baton.lease.LeaseToken;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Cancel;
import dev.baton.quorum.VotingMessage.Vote;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * This node's wish to be elected, and one attempt after the other until it is. What it keeps:
 *
 * <ol>
 *   <li>An attempt that failed is taken back from everybody who may have promised it.
 *   <li>Where several may ask at once, all ask the same voter first, so that one of them wins in one round.
 *   <li>A voter that cannot promise to itself, for want of a state file or of memory, does not lead.
 * </ol>
 */
final class Campaign {
    /**
     * The part of a renewal interval for which a candidate waits after a failed attempt, spread at random. Short at first,
     * since a voter may just not have heard yet of the release that this node has heard of; then twice as long each time.
     */
    private static final double FIRST_BACKOFF = 1.0 / 32;

    private static final double LONGEST_BACKOFF = 0.5;
    /** The part of a renewal interval for which the first voter alone is waited for. */
    private static final int PATIENCE = 4;

    private final ElectionName election;
    private final NodeId self;
    private final LeaseTerms terms;
    private final Voter voter;
    private final Electorate electorate;
    private final RandomGenerator chance;
    private final Outbox outbox;

    private boolean wanted;
    private @Nullable Attempt attempt;
    private long nextAttempt;
    private double backoff = FIRST_BACKOFF;
    private boolean troubled;
    private boolean unwritable;

    Campaign(NodeId self, LeaseTerms terms, Voter voter, RandomGenerator chance, Outbox outbox, long now) {
        this.election = outbox.election();
        this.self = self;
        this.terms = terms;
        this.voter = voter;
        this.electorate = outbox.electorate();
        this.chance = chance;
        this.outbox = outbox;
        this.nextAttempt = now;
    }

    void want() {
        wanted = true;
    }

    void end() {
        wanted = false;
        backoff = FIRST_BACKOFF;
        giveUp();
    }

    /** A candidate that enters anew is told what is in its way. */
    void entered() {
        troubled = false;
        unwritable = false;
    }

    /** @return the attempt that this vote decided in this node's favour */
    Optional<Attempt> vote(Node from, Vote vote, long now) {
        Attempt asked = attempt;
        if (asked == null
                || !asked.token.equals(vote.token())
                || !electorate.voters().contains(from)) {
            return Optional.empty();
        }
        switch (vote.answer()) {
            case PROMISED -> {
                asked.promised.add(from);
                if (from.id().equals(self)) {
                    writable();
                }
                if (electorate.isDecidedBy(asked.promised) && ownVoteIsIn(asked)) {
                    attempt = null;
                    return Optional.of(asked);
                }
                askTheOthers(asked);
            }
            case EPOCH_TOO_LOW -> {
                fail(now);
                if (!asked.epoch.isAfter(vote.highest())) {
                    nextAttempt = now;
                }
            }
            case TAKEN, ABSTAINS, CANNOT_WRITE, REFUSED -> refused(asked, from.id(), vote.answer(), now);
        }
        return Optional.empty();
    }

    private void refused(Attempt asked, NodeId by, Answer why, long now) {
        asked.refused.add(by);
        if (why == Answer.CANNOT_WRITE && by.equals(self)) {
            giveUp();
            nextAttempt = Instants.plus(now, terms.lease());
            unwritable();
            return;
        }
        boolean hopeless = by.equals(self) || electorate.voters().size() - asked.refused.size() < electorate.required();
        if (hopeless || (!asked.wide && why == Answer.TAKEN)) {
            fail(now);
        } else {
            askTheOthers(asked);
        }
    }

    private void unwritable() {
        if (!unwritable) {
            unwritable = true;
            outbox.tell(new Trouble(new Alarm(
                    Alarm.Kind.STATE_NOT_WRITABLE, "the state file cannot be written, so this node does not vote")));
        }
    }

    private void writable() {
        if (unwritable) {
            unwritable = false;
            outbox.tell(new Trouble(new Alarm(Alarm.Kind.REACHABLE, "the state file can be written again")));
        }
    }

    private boolean ownVoteIsIn(Attempt asked) {
        return electorate.voters().stream().noneMatch(one -> one.id().equals(self))
                || asked.promised.stream().anyMatch(one -> one.id().equals(self));
    }

    /**
     * @param vacant whether this node could lead now
     * @param next the epoch to ask for
     */
    void tick(boolean vacant, Supplier<Epoch> next, long now) {
        Attempt asked = attempt;
        if (asked != null && !Instants.isBefore(now, Instants.plus(asked.began, terms.requestTimeout()))) {
            fail(now);
        } else if (asked != null && !asked.wide && !Instants.isBefore(now, patience(asked))) {
            askTheOthers(asked);
        }
        if (!wanted || attempt != null || !vacant) {
            return;
        }
        Optional<Alarm> objection = electorate.objection(now);
        trouble(objection);
        if (objection.isEmpty() && !Instants.isBefore(now, nextAttempt)) {
            if (electorate.votes() && Instants.isBefore(now, voter.abstainsUntil())) {
                // Without its own vote it could not win, and asking would only stand in the way of others.
                nextAttempt = voter.abstainsUntil();
            } else if (voter.isPromised(election, now)) {
                // Asking now would only stand in the way of whoever has it.
                backOff(now);
            } else {
                begin(next.get(), now);
            }
        }
    }

    long wakeAt(long now) {
        Attempt asked = attempt;
        if (asked != null) {
            long timeout = Instants.plus(asked.began, terms.requestTimeout());
            return asked.wide ? timeout : Instants.earlier(timeout, patience(asked));
        }
        return wanted && Instants.isBefore(now, nextAttempt) ? nextAttempt : Instants.never(now);
    }

    private long patience(Attempt asked) {
        return Instants.plus(asked.began, terms.renewInterval().dividedBy(PATIENCE));
    }

    private void begin(Epoch epoch, long now) {
        Attempt asking = new Attempt(
                LeaseToken.random(chance), epoch, now, electorate.voters().get(0));
        attempt = asking;
        ask(asking, asking.first);
        if (electorate.hasSettledWhoAsks()) {
            askTheOthers(asking);
        }
    }

    private void askTheOthers(Attempt asking) {
        if (!asking.wide) {
            asking.wide = true;
            List<Node> others = electorate.voters().stream()
                    .filter(other -> !other.equals(asking.first))
                    .toList();
            others.forEach(other -> ask(asking, other));
        }
    }

    private void ask(Attempt asking, Node asked) {
        outbox.send(asked, new Ask(election, asking.token, asking.epoch, terms.lease(), electorate.size()));
    }

    private void fail(long now) {
        giveUp();
        backOff(now);
    }

    void backOff(long now) {
        double interval = terms.renewInterval().toNanos();
        nextAttempt = now + (long) (interval * backoff * (0.2 + 0.8 * chance.nextDouble()));
        backoff = Math.min(LONGEST_BACKOFF, 2 * backoff);
    }

    private void giveUp() {
        Attempt failed = attempt;
        if (failed != null) {
            attempt = null;
            outbox.sendAll(new Cancel(election, failed.token));
        }
    }

    private void trouble(Optional<Alarm> objection) {
        if (objection.isPresent() && !troubled) {
            troubled = true;
            outbox.tell(new Trouble(objection.get()));
        } else if (objection.isEmpty() && troubled) {
            troubled = false;
            outbox.tell(new Trouble(new Alarm(Alarm.Kind.REACHABLE, "enough voters are here again")));
        }
    }
}
