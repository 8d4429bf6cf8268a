// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Cancel;
import dev.baton.quorum.VotingMessage.Claim;
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.quorum.VotingMessage.Release;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.quorum.VotingMessage.Renewed;
import dev.baton.quorum.VotingMessage.Verdict;
import dev.baton.quorum.VotingMessage.Vote;

/**
 * Hears what a node says: the voter answers it, and the rules of the election that it is about follow from it.
 *
 * @param from who says it
 */
record VotingReceiver(
        Node from,
        long now,
        QuorumMode quorum,
        Electorate electorate,
        Voter voter,
        VoterAnswers answers,
        KnownElections elections)
        implements VotingMessage.Handler {
    /** No process may speak for another one. */
    private boolean isOfSender(Leader leader) {
        return leader.node().equals(from);
    }

    @Override
    public void preVote(PreVote question) {
        electorate.heardOf(question.size());
        answers.preVote(from, question, now);
    }

    @Override
    public void ask(Ask ask) {
        electorate.heardOf(ask.size());
        answers.ask(from, ask, now);
        elections.changed(ask.election());
    }

    @Override
    public void vote(Vote vote) {
        electorate.heardOf(vote.size());
        if (Bounds.allow(vote.highest())) {
            elections.ifKnown(vote.election()).ifPresent(asked -> asked.vote(from, vote, now));
        }
    }

    @Override
    public void renew(Renew renew) {
        if (!isOfSender(renew.leader()) || !Bounds.allow(renew.epoch()) || !Bounds.allow(renew.lease())) {
            return;
        }
        electorate.heardOf(renew.size());
        answers.renew(from, renew, now);
        if (elections.takes(renew.election())) {
            elections.of(renew.election()).renew(from, renew, now);
        }
    }

    @Override
    public void renewed(Renewed renewed) {
        electorate.heardOf(renewed.size());
        elections.ifKnown(renewed.election()).ifPresent(asked -> asked.renewed(from, renewed, now));
    }

    @Override
    public void release(Release release) {
        if (isOfSender(release.leader()) && Bounds.allow(release.leader().epoch())) {
            voter.drop(release.election(), release.token());
            if (elections.takes(release.election())) {
                elections.of(release.election()).released(release, now);
            }
        }
    }

    @Override
    public void cancel(Cancel cancel) {
        voter.drop(cancel.election(), cancel.token());
        elections.changed(cancel.election());
    }

    @Override
    public void claim(Claim claim) {
        elections.ifKnown(claim.election()).ifPresent(claimed -> claimed.claim(from, claim, now));
    }

    @Override
    public void verdict(Verdict verdict) {
        if (quorum == QuorumMode.NONE) {
            voter.drop(verdict.election(), verdict.loser());
            elections.ifKnown(verdict.election()).ifPresent(judged -> judged.judged(verdict, now));
        }
    }
}
