// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.witness;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.StoredMembership;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.BullyMessage.Ballot;
import dev.baton.bully.internal.message.BullyMessage.Members;
import dev.baton.bully.internal.message.BullyMessage.Stored;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.witness.WitnessState.Promised;
import dev.baton.quorum.Bounds;
import dev.baton.quorum.VotingMessage;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Cancel;
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.quorum.VotingMessage.Release;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.quorum.VotingMessage.Renewed;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a witness without a process says to one request: its state and the request go in, its next state and the answer
 * come out. It keeps what a node that votes keeps ({@code ClusterMembershipRules}, and the voter of the quorum engine): one
 * promise per election at a time, each epoch once, and none to a node with an older membership.
 */
final class WitnessVoter {
    /** The clock is read, and a lease counted, in whole milliseconds; neither may make a promise shorter. */
    private static final long ROUNDING_MILLIS = 2;

    private final NodeId self;
    private final Envelope request;
    private final long now;
    private final List<BullyMessage> answers = new ArrayList<>();
    private WitnessState state;

    /** What the witness remembers from now on, and says once that is stored. */
    record Said(WitnessState state, List<BullyMessage> answers) {
        /**
         * Also a promise that is found in the row is written once more before it is said again: that it can be read does
         * not say that the commit that wrote it was confirmed.
         */
        boolean isToBeStoredAfter(WitnessState before) {
            return !state.equals(before) || answers.stream().anyMatch(Said::binds);
        }

        private static boolean binds(BullyMessage answer) {
            if (!(answer instanceof Ballot ballot)) {
                return answer instanceof Stored;
            }
            boolean voted = ballot.message() instanceof Vote vote && vote.answer() == Answer.PROMISED;
            boolean renewed = ballot.message() instanceof Renewed renewal && renewal.promised();
            return voted || renewed;
        }
    }

    private WitnessVoter(NodeId self, WitnessState state, Envelope request, long now) {
        this.self = self;
        this.state = state;
        this.request = request;
        this.now = now;
    }

    /** @param now on the database's clock, not before the request was sent */
    static Said hear(NodeId self, WitnessState state, Envelope request, long now) {
        WitnessVoter voter = new WitnessVoter(self, state, request, now);
        voter.hear();
        return new Said(voter.state, List.copyOf(voter.answers));
    }

    private void hear() {
        boolean handsOver = false;
        for (BullyMessage message : request.messages()) {
            if (message instanceof Members members) {
                handsOver = true;
                adopt(members.membership());
            }
        }
        Membership known = state.membership();
        NodeId sender = request.from().id();
        boolean unheardOf = goesByANewerOne() && known.find(sender).isEmpty();
        if (known.has(sender, request.mark()) || unheardOf) {
            request.messages().forEach(message -> {
                if (message instanceof Ballot ballot) {
                    ballot(ballot.message());
                }
            });
        } else if (!handsOver) {
            answers.add(new Members(known));
        }
    }

    private boolean goesByANewerOne() {
        return request.stamp().isAfter(state.membership().stamp());
    }

    private void adopt(Membership offered) {
        Membership known = state.membership();
        if (offered.cluster().equals(known.cluster()) && offered.stamp().isAfter(known.stamp())) {
            long settledFrom = state.promises().values().stream()
                    .mapToLong(Promised::until)
                    .reduce(now, Math::max);
            state = new WitnessState(state.mark(), offered, settledFrom, state.promises(), state.over());
        }
        answers.add(new Stored(new StoredMembership(
                state.membership().stamp(),
                now >= state.settledFrom(),
                state.highest(),
                state.highest(Membership.ELECTION))));
    }

    private void ballot(VotingMessage message) {
        boolean wantsAPromise = message instanceof PreVote || message instanceof Ask || message instanceof Renew;
        if (wantsAPromise && state.membership().stamp().isAfter(request.stamp())) {
            answers.add(new Members(state.membership()));
        } else if (wantsAPromise && !votes()) {
            return;
        } else if (message instanceof PreVote question) {
            answer(question.election(), question.token(), preVote(question));
        } else if (message instanceof Ask ask) {
            answer(ask.election(), ask.token(), ask(ask));
        } else if (message instanceof Renew renew) {
            answers.add(new Ballot(new Renewed(renew.election(), renew.token(), renew.number(), renew(renew), size())));
        } else if (message instanceof Release release) {
            drop(release.election(), release.token());
        } else if (message instanceof Cancel cancel) {
            drop(cancel.election(), cancel.token());
        }
    }

    private void answer(ElectionName election, LeaseToken token, Answer answer) {
        Epoch highest = state.highest(election).max(state.membership().floor());
        answers.add(new Ballot(new Vote(election, token, answer, highest, size())));
    }

    private boolean votes() {
        return state.membership().has(self, state.mark()) || goesByANewerOne();
    }

    private int size() {
        return state.membership().voters().size();
    }

    /** Whether it would promise, without promising anything. */
    private Answer preVote(PreVote question) {
        if (!isWithinBounds(question.election(), Epoch.NONE, question.lease())) {
            return Answer.REFUSED;
        }
        Promised promise = state.promises().get(question.election());
        return promise != null && promise.isLive(now) ? Answer.TAKEN : Answer.WILLING;
    }

    private Answer ask(Ask ask) {
        Promised promise = state.promises().get(ask.election());
        if (!isWithinBounds(ask.election(), ask.epoch(), ask.lease())) {
            return Answer.REFUSED;
        }
        if (state.over().contains(ask.token())) {
            return Answer.TAKEN;
        }
        if (promise != null && promise.isLive(now)) {
            return promise.token().equals(ask.token()) ? Answer.PROMISED : Answer.TAKEN;
        }
        if (!ask.epoch()
                .isAfter(state.highest(ask.election()).max(state.membership().floor()))) {
            return Answer.EPOCH_TOO_LOW;
        }
        promise(
                ask.election(),
                new Promised(ask.epoch(), ask.token(), now + ask.lease().toMillis() + ROUNDING_MILLIS));
        return Answer.PROMISED;
    }

    /** Also to one that won without this witness: it has a majority for its epoch. */
    private boolean renew(Renew renew) {
        Promised promise = state.promises().get(renew.election());
        boolean another =
                promise != null && promise.isLive(now) && !promise.token().equals(renew.token());
        if (another
                || state.over().contains(renew.token())
                || !isWithinBounds(renew.election(), renew.epoch(), renew.lease())) {
            return false;
        }
        Epoch highest = state.highest(renew.election()).max(renew.epoch());
        promise(
                renew.election(),
                new Promised(highest, renew.token(), now + renew.lease().toMillis() + ROUNDING_MILLIS));
        return true;
    }

    private boolean isWithinBounds(ElectionName election, Epoch epoch, Duration lease) {
        boolean room =
                state.promises().containsKey(election) || state.promises().size() < WitnessState.MAX_ELECTIONS;
        return room && !epoch.isAfter(Bounds.HIGHEST_EPOCH) && lease.compareTo(Bounds.MAX_LEASE) <= 0;
    }

    private void drop(ElectionName election, LeaseToken token) {
        if (!state.over().contains(token)) {
            List<LeaseToken> over = new ArrayList<>(state.over());
            over.add(token);
            int forgotten = Math.max(0, over.size() - WitnessState.MAX_ENDED_ATTEMPTS);
            state = new WitnessState(
                    state.mark(),
                    state.membership(),
                    state.settledFrom(),
                    state.promises(),
                    over.subList(forgotten, over.size()));
        }
        Promised promise = state.promises().get(election);
        if (promise != null && promise.token().equals(token)) {
            promise(election, new Promised(promise.highest(), token, 0));
        }
    }

    private void promise(ElectionName election, Promised promise) {
        Map<ElectionName, Promised> promises = new HashMap<>(state.promises());
        promises.put(election, promise);
        state = new WitnessState(state.mark(), state.membership(), state.settledFrom(), promises, state.over());
    }
}
