// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Cancel;
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectorEvent.Trouble;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.LeaseToken;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * This node's wish to be elected, and one attempt after the other until it is. What it keeps:
 *
 * <ol>
 *   <li>No epoch is asked for before a majority was heard to be willing; only the first attempt after a leadership that
 *       was seen to end, by a message or a proof that has just come, does without.
 *   <li>An attempt that failed is taken back from everyone who may have promised it.
 *   <li>Where several may ask at once, all ask the same voter first, so that one of them wins in one round.
 *   <li>A voter that cannot promise to itself, for lack of a state file or of memory, does not lead.
 * </ol>
 */
final class Campaign {
    static final Alarm NO_STATE_FILE = new Alarm(
            Alarm.Kind.STATE_IS_NEW,
            "this voter starts without a state file: right for a new one; one that has voted before has lost what it"
                    + " must not forget, and its disk should be one that lasts");

    /**
     * The part of a renewal interval for which a candidate waits after a failed attempt, spread at random. Short at first,
     * since a voter may just not have heard yet of the release that this node has heard of; then twice as long each time.
     */
    private static final double FIRST_BACKOFF = 1.0 / 32;

    private static final double MAX_BACKOFF = 0.5;
    /** The part of a renewal interval for which the first voter alone is waited for. */
    private static final int PATIENCE = 4;

    private final ElectionName election;
    private final NodeId self;
    private final LeaseTerms terms;
    private final Voter voter;
    private final Electorate electorate;
    private final RandomGenerator chance;
    private final VotingOutbox outbox;
    private final AskingLimit limit;

    private boolean wanted;
    private boolean counted;
    private @Nullable PreVoteRound preVote;
    private @Nullable Attempt attempt;
    private long nextAttempt;
    private double backoff = FIRST_BACKOFF;
    /** Whether an attempt has failed since this node last had no wish. */
    private boolean failedBefore;
    /** What the last round of pre-votes found in the way. */
    private Optional<Alarm> unanswered = Optional.empty();

    private boolean troubled;
    private boolean unwritable;

    Campaign(
            NodeId self,
            LeaseTerms terms,
            Voter voter,
            RandomGenerator chance,
            VotingOutbox outbox,
            AskingLimit limit,
            long now) {
        this.election = outbox.election();
        this.self = self;
        this.terms = terms;
        this.voter = voter;
        this.electorate = outbox.electorate();
        this.chance = chance;
        this.outbox = outbox;
        this.limit = limit;
        this.nextAttempt = now;
    }

    void want() {
        wanted = true;
    }

    void end() {
        wanted = false;
        backoff = FIRST_BACKOFF;
        failedBefore = false;
        giveUp();
        count();
    }

    /** Says whether this election asks for votes. */
    private void count() {
        boolean asks = attempt != null || preVote != null;
        if (asks && !counted) {
            limit.began();
        } else if (!asks && counted) {
            limit.ended();
        }
        counted = asks;
    }

    /** A candidate that enters again is told what is in its way. */
    void entered() {
        troubled = false;
        unwritable = false;
    }

    /** @return the attempt that this vote decided in this node's favour */
    Optional<Attempt> vote(Node from, Vote vote, long now) {
        Optional<Attempt> won = heard(from, vote, now);
        count();
        return won;
    }

    private Optional<Attempt> heard(Node from, Vote vote, long now) {
        if (!electorate.voters().contains(from)) {
            return Optional.empty();
        }
        PreVoteRound round = preVote;
        if (round != null && round.token.equals(vote.token())) {
            preVoted(round, from, vote.answer(), now);
            return Optional.empty();
        }
        Attempt asked = attempt;
        return asked != null && asked.token.equals(vote.token()) ? voted(asked, from, vote, now) : Optional.empty();
    }

    /** What follows from a majority that would promise is the next tick's to do. */
    private void preVoted(PreVoteRound round, Node from, Answer answer, long now) {
        if (answer == Answer.WILLING) {
            round.willing.add(from);
        } else {
            round.unwilling.add(from.id());
        }
        if (round.answers() >= electorate.required() && unanswered.isPresent()) {
            unanswered = Optional.empty();
            trouble(electorate.objection(now));
        }
        if (isHopeless(from.id(), answer == Answer.WILLING, round.unwilling)) {
            fail(now);
        }
    }

    private boolean isHopeless(NodeId by, boolean willing, Set<NodeId> refused) {
        return !willing && (by.equals(self) || electorate.voters().size() - refused.size() < electorate.required());
    }

    private boolean isDecidedBy(Set<Node> voters) {
        return electorate.isDecidedBy(voters) && ownVoteIsIn(voters);
    }

    private Optional<Attempt> voted(Attempt asked, Node from, Vote vote, long now) {
        switch (vote.answer()) {
            case PROMISED -> {
                asked.promised.add(from);
                if (from.id().equals(self)) {
                    writable();
                }
                if (isDecidedBy(asked.promised)) {
                    attempt = null;
                    return Optional.of(asked);
                }
                askTheOthers(asked);
            }
            case EPOCH_TOO_LOW -> {
                // One voter that is ahead does not end it: the others may be enough.
                refused(asked, from.id(), vote.answer(), now);
                if (attempt == null && !asked.epoch.isAfter(vote.highest())) {
                    nextAttempt = now;
                }
            }
            case TAKEN, ABSTAINS, CANNOT_WRITE, REFUSED -> refused(asked, from.id(), vote.answer(), now);
            case WILLING -> {}
        }
        return Optional.empty();
    }

    private void refused(Attempt asked, NodeId by, Answer why, long now) {
        asked.refused.add(by);
        if (why == Answer.CANNOT_WRITE && by.equals(self)) {
            giveUp();
            nextAttempt = now + (long) (terms.lease().toNanos() * (1 + chance.nextDouble()));
            unwritable();
            return;
        }
        boolean another = why == Answer.TAKEN || why == Answer.EPOCH_TOO_LOW;
        if (isHopeless(by, false, asked.refused) || (!asked.wide && another)) {
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

    private boolean ownVoteIsIn(Set<Node> voters) {
        return electorate.voters().stream().noneMatch(one -> one.id().equals(self))
                || voters.stream().anyMatch(one -> one.id().equals(self));
    }

    /**
     * @param vacant whether this node could lead now
     * @param seenToEnd whether the last leadership was heard or proven to have ended, and did not just fall silent
     * @param next the epoch to ask for
     */
    void tick(boolean vacant, boolean seenToEnd, Supplier<Epoch> next, long now) {
        goOn(vacant, next, now);
        count();
        beginAnew(vacant, seenToEnd, next, now);
        count();
    }

    private void goOn(boolean vacant, Supplier<Epoch> next, long now) {
        Attempt asked = attempt;
        PreVoteRound round = preVote;
        if (asked != null && isOver(asked.began, now)) {
            fail(now);
        } else if (asked != null && !asked.wide && !MonotonicTime.isBefore(now, patience(asked))) {
            askTheOthers(asked);
        } else if (round != null && isDecidedBy(round.willing)) {
            preVote = null;
            if (vacant) {
                begin(next.get(), firstOf(round.willing), now);
            }
        } else if (round != null && isOver(round.began, now)) {
            unanswered = round.answers() < electorate.required()
                    ? Optional.of(electorate.tooFewAnswer(round.answers()))
                    : Optional.empty();
            fail(now);
        }
        if (!vacant && troubled) {
            // Another leads, so there are enough voters.
            unanswered = Optional.empty();
            trouble(electorate.objection(now));
        }
    }

    private void beginAnew(boolean vacant, boolean seenToEnd, Supplier<Epoch> next, long now) {
        if (!wanted || attempt != null || preVote != null || !vacant) {
            return;
        }
        Optional<Alarm> objection = electorate.objection(now);
        trouble(objection.or(() -> unanswered));
        if (objection.isEmpty() && !MonotonicTime.isBefore(now, nextAttempt)) {
            if (electorate.votes() && MonotonicTime.isBefore(now, voter.abstainsUntil())) {
                // Without its own vote it could not win, and asking would only stand in the way of others.
                nextAttempt = voter.abstainsUntil();
            } else if (voter.isPromised(election, now)) {
                // Asking now would only disturb the candidate that has it.
                backOff(now);
            } else if (!limit.allows(election)) {
                return; // Until its turn comes.
            } else if (seenToEnd && !failedBefore) {
                begin(next.get(), electorate.voters().get(0), now);
            } else {
                PreVoteRound asking = new PreVoteRound(LeaseToken.random(chance), now);
                preVote = asking;
                electorate.voters().forEach(each -> ask(asking, each));
            }
        }
    }

    private boolean isOver(long began, long now) {
        return !MonotonicTime.isBefore(now, MonotonicTime.plus(began, terms.requestTimeout()));
    }

    private Node firstOf(Set<Node> willing) {
        return electorate.voters().stream()
                .filter(willing::contains)
                .findFirst()
                .orElseThrow();
    }

    long wakeAt(long now) {
        Attempt asked = attempt;
        PreVoteRound round = preVote;
        if (asked != null) {
            long timeout = MonotonicTime.plus(asked.began, terms.requestTimeout());
            return asked.wide ? timeout : MonotonicTime.earlier(timeout, patience(asked));
        }
        if (round != null) {
            return MonotonicTime.plus(round.began, terms.requestTimeout());
        }
        return wanted && MonotonicTime.isBefore(now, nextAttempt) ? nextAttempt : MonotonicTime.never(now);
    }

    private long patience(Attempt asked) {
        return MonotonicTime.plus(asked.began, terms.renewInterval().dividedBy(PATIENCE));
    }

    private void begin(Epoch epoch, Node first, long now) {
        Attempt asking = new Attempt(LeaseToken.random(chance), epoch, now, first);
        attempt = asking;
        ask(asking, asking.first);
        if (electorate.hasSettledWhoAsks() && !failedBefore) {
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

    /** Asks those again who have not answered. A voter that has promised says so again. */
    void repeat() {
        Attempt asked = attempt;
        PreVoteRound round = preVote;
        if (asked != null) {
            electorate.voters().stream()
                    .filter(each -> asked.wide || each.equals(asked.first))
                    .filter(each -> !asked.promised.contains(each) && !asked.refused.contains(each.id()))
                    .forEach(each -> ask(asked, each));
        } else if (round != null) {
            electorate.voters().stream()
                    .filter(each -> !round.willing.contains(each) && !round.unwilling.contains(each.id()))
                    .forEach(each -> ask(round, each));
        }
    }

    private void ask(PreVoteRound round, Node asked) {
        outbox.send(asked, new PreVote(election, round.token, terms.lease(), electorate.size()));
    }

    private void ask(Attempt asking, Node asked) {
        outbox.send(asked, new Ask(election, asking.token, asking.epoch, terms.lease(), electorate.size()));
    }

    private void fail(long now) {
        giveUp();
        backOff(now);
    }

    /** Waits before the next attempt, since the last one came to nothing. */
    void backOff(long now) {
        failedBefore = true;
        double interval = terms.renewInterval().toNanos();
        nextAttempt = now + (long) (interval * backoff * (0.2 + 0.8 * chance.nextDouble()));
        backoff = Math.min(MAX_BACKOFF, 2 * backoff);
    }

    private void giveUp() {
        preVote = null;
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
