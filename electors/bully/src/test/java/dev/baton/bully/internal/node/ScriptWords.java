// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.node;

import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.BullyMessage.Ballot;
import dev.baton.bully.internal.message.BullyMessage.Precedence;
import dev.baton.bully.internal.message.BullyMessage.Question;
import dev.baton.bully.internal.message.MessageTopic;
import dev.baton.quorum.VotingMessage;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Vacancy;
import dev.baton.spi.Validity;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongFunction;

/** Puts what nodes say, and what candidates are told, into the words of a transcript. */
final class ScriptWords implements VotingMessage.Handler, ElectorEvent.Handler {
    private String words = "";

    private final LongFunction<String> times;

    private ScriptWords(LongFunction<String> times) {
        this.times = times;
    }

    /** Nothing for what would only be noise: heartbeats, and what is said of the membership. */
    static Optional<String> of(BullyMessage message) {
        if (message instanceof Question question && question.election().equals(ScriptedCluster.ELECTION)) {
            return Optional.of("do you stand?");
        } else if (message instanceof Precedence answer && answer.election().equals(ScriptedCluster.ELECTION)) {
            return Optional.of(lower(answer.stance().name()));
        } else if (message instanceof Ballot ballot
                && ballot.message().election().equals(ScriptedCluster.ELECTION)
                && ballot.topic() != MessageTopic.HEARTBEAT) {
            ScriptWords handler = new ScriptWords(Long::toString);
            ballot.message().deliverTo(handler);
            return Optional.of(handler.words);
        }
        return Optional.empty();
    }

    /** Nothing for what is told at every renewal. */
    static Optional<String> of(ElectorEvent event, ScriptedCluster cluster) {
        ScriptWords handler = new ScriptWords(cluster::time);
        event.deliverTo(handler);
        return Optional.of(handler.words).filter(words -> !words.isEmpty());
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    @Override
    public void preVote(VotingMessage.PreVote message) {
        words = "would you promise?";
    }

    @Override
    public void ask(VotingMessage.Ask message) {
        words = "promise me epoch " + message.epoch();
    }

    @Override
    public void vote(VotingMessage.Vote message) {
        words = lower(message.answer().name());
    }

    @Override
    public void renew(VotingMessage.Renew message) {
        words = "I lead under epoch " + message.epoch();
    }

    @Override
    public void renewed(VotingMessage.Renewed message) {
        words = "";
    }

    @Override
    public void release(VotingMessage.Release message) {
        words = "I no longer lead under epoch " + message.leader().epoch()
                + message.successor().map(next -> ", " + next + " is next").orElse("");
    }

    @Override
    public void cancel(VotingMessage.Cancel message) {
        words = "forget what I asked for";
    }

    @Override
    public void verdict(VotingMessage.Verdict message) {
        words = "the other leader goes";
    }

    @Override
    public void claim(VotingMessage.Claim message) {
        words = "";
    }

    @Override
    public void granted(Epoch epoch, Validity validity) {
        words = "LEADS under epoch " + epoch + ", certain until " + times.apply(validity.certainUntil())
                + ", others from " + times.apply(validity.othersFrom());
    }

    @Override
    public void extended(Epoch epoch, Validity validity) {
        words = "";
    }

    @Override
    public void lost(Epoch epoch) {
        words = "LOST epoch " + epoch;
    }

    @Override
    public void released(Epoch epoch) {
        words = "gave back epoch " + epoch;
    }

    @Override
    public void leaderSeen(Leader leader) {
        words = "leader " + leader.node().id() + " under epoch " + leader.epoch();
    }

    @Override
    public void vacant(Vacancy vacancy) {
        words = "vacant, " + lower(vacancy.cause().name())
                + vacancy.former()
                        .map(former -> ": " + former.node().id() + " led")
                        .orElse("")
                + vacancy.successor().map(next -> ", " + next + " is next").orElse("");
    }

    @Override
    public void preferred(Optional<Node> better) {
        words = "preferred over this leader: "
                + better.map(node -> node.id().value()).orElse("nobody");
    }

    @Override
    public void trouble(Alarm alarm) {
        words = "ALARM " + alarm.kind() + ": " + alarm.message();
    }
}
