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
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What this node answers as a voter, if it is one. A promise that is not durable yet is told once it is, and refused
 * should that fail.
 */
final class VoterAnswers {
    private final Voter voter;
    private final Electorate electorate;
    private final Consumer<VotingEffect> effects;
    /** By batch, the answers that must not be given before it is durable; told whether it is. */
    private final TreeMap<Long, List<Consumer<Boolean>>> waiting = new TreeMap<>();

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
            answer(
                    ask.election(),
                    answer == Answer.PROMISED,
                    durable -> vote(from, ask.election(), ask.token(), durable ? answer : Answer.CANNOT_WRITE));
        }
    }

    void renew(Node from, Renew renew, long now) {
        if (electorate.votes()) {
            boolean promised = voter.renew(from, renew, now);
            answer(renew.election(), promised, durable -> renewed(from, renew, promised && durable));
        }
    }

    private void answer(ElectionName election, boolean promised, Consumer<Boolean> answer) {
        OptionalLong batch = promised ? voter.batchOf(election) : OptionalLong.empty();
        if (batch.isPresent()) {
            waiting.computeIfAbsent(batch.getAsLong(), first -> new ArrayList<>())
                    .add(answer);
        } else {
            answer.accept(true);
        }
    }

    /** A batch has become durable, or could not be made so. Gives the answers that waited for it. */
    void persisted(long batch, boolean durable) {
        if (durable && voter.written(batch)) {
            give(waiting.remove(batch), true);
        } else if (!durable && voter.failed(batch)) {
            // The voter has given up what comes behind it, too.
            List<List<Consumer<Boolean>>> all = List.copyOf(waiting.values());
            waiting.clear();
            all.forEach(answers -> give(answers, false));
        }
    }

    private static void give(@Nullable List<Consumer<Boolean>> answers, boolean durable) {
        if (answers != null) {
            answers.forEach(answer -> answer.accept(durable));
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
