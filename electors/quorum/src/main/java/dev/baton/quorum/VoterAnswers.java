// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Node;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.quorum.VotingMessage.Renewed;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.lease.LeaseToken;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What this node answers as a voter, if it is one. A promise that is not on the disk yet is answered after
 * {@link #write}, and refused should that fail.
 */
final class VoterAnswers {
    private final Voter voter;
    private final Electorate electorate;
    private final Consumer<VotingEffect> effects;
    /** Answers that must not be given before {@link Voter#write}, by whether it succeeded. */
    private final List<Consumer<Boolean>> unwritten = new ArrayList<>();

    VoterAnswers(Voter voter, Electorate electorate, Consumer<VotingEffect> effects) {
        this.voter = voter;
        this.electorate = electorate;
        this.effects = effects;
    }

    void preVote(Node from, PreVote question, long now) {
        if (electorate.votes()) {
            vote(from, question.election(), question.token(), voter.preVote(question, now));
        }
    }

    void ask(Node from, Ask ask, long now) {
        if (electorate.votes()) {
            Answer answer = voter.ask(from, ask, now);
            if (answer == Answer.PROMISED && voter.isUnwritten(ask.election())) {
                unwritten.add(
                        written -> vote(from, ask.election(), ask.token(), written ? answer : Answer.CANNOT_WRITE));
            } else {
                vote(from, ask.election(), ask.token(), answer);
            }
        }
    }

    void renew(Node from, Renew renew, long now) {
        if (electorate.votes()) {
            boolean promised = voter.renew(from, renew, now);
            if (promised && voter.isUnwritten(renew.election())) {
                unwritten.add(written -> renewed(from, renew, written));
            } else {
                renewed(from, renew, promised);
            }
        }
    }

    /** Whether answers wait for {@link #write}. */
    boolean areUnwritten() {
        return !unwritten.isEmpty();
    }

    /** Writes what was promised, all at once, and gives the answers that waited for it. */
    void write() {
        if (!unwritten.isEmpty()) {
            List<Consumer<Boolean>> answers = List.copyOf(unwritten);
            unwritten.clear();
            boolean written = voter.write();
            answers.forEach(answer -> answer.accept(written));
        }
    }

    private void vote(Node to, ElectionName election, LeaseToken token, Answer answer) {
        reply(to, new Vote(election, token, answer, voter.highest(election), electorate.size()));
    }

    private void renewed(Node to, Renew renew, boolean promised) {
        reply(to, new Renewed(renew.election(), renew.token(), renew.number(), promised, electorate.size()));
    }

    private void reply(Node to, VotingMessage message) {
        effects.accept(new VotingEffect.Send(to, message));
    }
}
