// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectorEvent.Trouble;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** A candidate of three voters, whose colleagues are played by the test. */
abstract class CampaignScene {
    static final ElectionName ORDERS = ElectionName.of("orders");
    static final LeaseTerms TERMS = LeaseTerms.DEFAULT;
    static final Node SELF = new Node(NodeId.of("b"), new Incarnation(2));
    static final Node FIRST = new Node(NodeId.of("a"), new Incarnation(1));
    static final Node THIRD = new Node(NodeId.of("c"), new Incarnation(3));
    static final Node STRANGER = new Node(NodeId.of("d"), new Incarnation(4));
    static final long NOW = Long.MAX_VALUE - Duration.ofSeconds(3).toNanos();
    static final long TIMEOUT = MonotonicTime.plus(NOW, TERMS.requestTimeout());

    /** Three voters, of which this node is the second. */
    static final class Settings implements Electorate {
        boolean settled;
        boolean votes = true;
        Optional<Alarm> objection = Optional.empty();
        List<Node> voters = List.of(FIRST, SELF, THIRD);

        @Override
        public List<Node> members() {
            return List.of(FIRST, SELF, THIRD);
        }

        @Override
        public List<Node> voters() {
            return voters;
        }

        @Override
        public boolean hasSettledWhoAsks() {
            return settled;
        }

        @Override
        public int required() {
            return 2;
        }

        @Override
        public int size() {
            return 3;
        }

        @Override
        public void heardOf(int otherSize) {}

        @Override
        public boolean votes() {
            return votes;
        }

        @Override
        public Optional<Alarm> objection(long now) {
            return objection;
        }

        @Override
        public long wakeAt(long now) {
            return MonotonicTime.never(now);
        }
    }

    final Settings electorate = new Settings();
    final List<VotingEffect> effects = new ArrayList<>();
    final AskingLimit limit = new AskingLimit(1);
    final List<ElectionName> turns = new ArrayList<>();
    Voter voter = voterSince(NOW);
    Campaign campaign = campaign();
    long epoch;

    static Voter voterSince(long abstainsUntil) {
        return new Voter(new VoterState(Map.of(), TERMS.lease(), Map.of()), () -> Epoch.NONE, abstainsUntil);
    }

    Campaign campaign() {
        return new Campaign(
                SELF.id(),
                TERMS,
                voter,
                new SplittableRandom(1),
                new VotingOutbox(ORDERS, electorate, effects::add),
                limit,
                NOW);
    }

    void tick(boolean seenToEnd, long now) {
        campaign.tick(true, seenToEnd, () -> Epoch.of(++epoch), now);
    }

    Optional<Attempt> says(Node from, Answer answer, long now) {
        return campaign.vote(from, new Vote(ORDERS, lastToken(), answer, Epoch.of(epoch), 3), now);
    }

    LeaseToken lastToken() {
        VotingMessage last = messages().stream()
                .filter(message -> message instanceof Ask || message instanceof PreVote)
                .reduce((one, next) -> next)
                .orElseThrow();
        return last instanceof Ask ask ? ask.token() : ((PreVote) last).token();
    }

    List<VotingMessage> messages() {
        return effects.stream()
                .filter(VotingEffect.Send.class::isInstance)
                .map(effect -> ((VotingEffect.Send) effect).message())
                .toList();
    }

    List<Node> asked(Class<? extends VotingMessage> kind) {
        return effects.stream()
                .filter(VotingEffect.Send.class::isInstance)
                .map(VotingEffect.Send.class::cast)
                .filter(send -> kind.isInstance(send.message()))
                .map(VotingEffect.Send::to)
                .toList();
    }

    List<Alarm.Kind> alarms() {
        return effects.stream()
                .filter(VotingEffect.Tell.class::isInstance)
                .map(VotingEffect.Tell.class::cast)
                .filter(tell -> tell.event() instanceof Trouble)
                .map(tell -> ((Trouble) tell.event()).alarm().kind())
                .toList();
    }

    /** A majority would promise, so it has asked for promises. */
    void asksForPromises() {
        campaign.want();
        tick(false, NOW);
        says(SELF, Answer.WILLING, NOW);
        says(THIRD, Answer.WILLING, NOW);
        tick(false, NOW);
    }
}
