// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseTerms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What elections cost that are entered at once, counted and not timed: twice as many cost twice as much. */
class HerdOfElectionsTest {
    private static final int ELECTIONS = 300;
    private static final double TWICE = 2.1;
    private static final int MAX_ROUNDS = 1_000;
    private static final LeaseTerms TERMS = LeaseTerms.DEFAULT;
    private static final List<Node> NODES = List.of(
            new Node(NodeId.of("a"), new Incarnation(1)),
            new Node(NodeId.of("b"), new Incarnation(2)),
            new Node(NodeId.of("c"), new Incarnation(3)));

    /** Until each has a leader. */
    private record Cost(long messages, long writes, long looks) {}

    private static Cost cost(int elections) {
        return new Herd(elections).run();
    }

    @Test
    void twiceAsManyCostTwiceAsManyMessages() {
        Cost once = cost(ELECTIONS);

        assertThat((double) cost(2 * ELECTIONS).messages()).isLessThanOrEqualTo(TWICE * once.messages());
        assertThat(once.messages()).isLessThanOrEqualTo(20L * ELECTIONS);
    }

    @Test
    void twiceAsManyCostAsManyWrites() {
        assertThat(cost(2 * ELECTIONS).writes())
                .isLessThanOrEqualTo(cost(ELECTIONS).writes() + 3);
    }

    /** A step that looked at every election would make it four times as many. */
    @Test
    void twiceAsManyAreLookedAtTwiceAsOften() {
        Cost once = cost(ELECTIONS);

        assertThat((double) cost(2 * ELECTIONS).looks()).isLessThanOrEqualTo(TWICE * once.looks());
    }

    /** What all ask at once is not answered in time, and asked again. */
    @Test
    void noMoreAskAtOnceThanMayAndAllAreWon() {
        Herd herd = new Herd(3 * Bounds.MAX_ASKING);

        Cost cost = herd.run();

        assertThat(herd.mostAsking).isEqualTo(Bounds.MAX_ASKING);
        double each = (double) cost.messages() / (3 * Bounds.MAX_ASKING);
        assertThat(each).isLessThanOrEqualTo((double) cost(ELECTIONS).messages() / ELECTIONS);
    }

    /** Three voters, of which the first one wants to lead in all elections. Messages come in the order they are sent in. */
    private static final class Herd {
        private final Map<Node, Member> members = new LinkedHashMap<>();
        private final Set<ElectionName> elections = new HashSet<>();
        private final Set<ElectionName> won = new HashSet<>();
        private final Set<ElectionName> asking = new HashSet<>();
        private int mostAsking;
        private long messages;
        private long writes;
        private long looks;
        private long now;

        Herd(int count) {
            NODES.forEach(node -> members.put(node, new Member(node)));
            for (int i = 0; i < count; i++) {
                elections.add(ElectionName.of("e" + i));
            }
        }

        Cost run() {
            for (ElectionName election : elections) {
                members.values().forEach(member -> member.enter(election));
                first().campaign(election);
            }
            int rounds = 0;
            while (won.size() < elections.size() && rounds < MAX_ROUNDS) {
                rounds++;
                boolean quiet = true;
                for (Member member : members.values()) {
                    quiet &= !member.work();
                }
                if (quiet) {
                    now = members.values().stream()
                            .map(member -> member.voting.wakeAt())
                            .reduce(MonotonicTime.never(now), MonotonicTime::earlier);
                    members.values().forEach(Member::tick);
                }
            }
            assertThat(won).hasSameSizeAs(elections);
            return new Cost(messages, writes, looks);
        }

        private Member first() {
            return members.values().iterator().next();
        }

        /** Counts how often it is looked at who votes, which every look at an election does. */
        private final class Counted implements Electorate {
            private final FixedElectorate within = new FixedElectorate(NODES);

            @Override
            public List<Node> members() {
                return within.members();
            }

            @Override
            public List<Node> voters() {
                looks++;
                return within.voters();
            }

            @Override
            public int required() {
                return within.required();
            }

            @Override
            public int size() {
                return within.size();
            }

            @Override
            public void heardOf(int otherSize) {}

            @Override
            public boolean votes() {
                return true;
            }

            @Override
            public Optional<Alarm> objection(long at) {
                looks++;
                return within.objection(at);
            }

            @Override
            public long wakeAt(long at) {
                return within.wakeAt(at);
            }
        }

        private final class Member implements VotingEffect.Performer {
            private record Mail(Node from, VotingMessage message) {}

            private final Node self;
            private final Voting voting;
            private List<Mail> inbox = new ArrayList<>();
            private List<Long> disk = new ArrayList<>();

            Member(Node self) {
                this.self = self;
                this.voting = new Voting(
                        self,
                        TERMS,
                        QuorumMode.MAJORITY,
                        new Counted(),
                        new VoterState(new HashMap<>(), TERMS.lease(), new HashMap<>()),
                        new SplittableRandom(self.incarnation().hashCode()),
                        -TERMS.lease().toNanos());
            }

            void enter(ElectionName election) {
                perform(voting.enter(new ElectionEntry(election, self, Endpoints.NONE), now));
            }

            void campaign(ElectionName election) {
                perform(voting.campaign(election, Priority.DEFAULT, now));
            }

            void tick() {
                perform(voting.tick(now));
            }

            /** Hears all that has come, and is told of what was written meanwhile. */
            boolean work() {
                List<Long> written = disk;
                List<Mail> mail = inbox;
                disk = new ArrayList<>();
                inbox = new ArrayList<>();
                written.forEach(number -> perform(voting.persisted(number, true, now)));
                mail.forEach(each -> perform(voting.heard(each.from(), each.message(), now)));
                perform(voting.settle(now));
                return !written.isEmpty() || !mail.isEmpty();
            }

            private void perform(List<VotingEffect> effects) {
                effects.forEach(effect -> effect.performBy(this));
            }

            @Override
            public void persist(long number, VoterState change) {
                writes++;
                disk.add(number);
            }

            @Override
            public void send(Node to, VotingMessage message) {
                messages++;
                if (message instanceof VotingMessage.PreVote) {
                    asking.add(message.election());
                    mostAsking = Math.max(mostAsking, asking.size());
                }
                members.get(to).inbox.add(new Mail(self, message));
            }

            @Override
            public void tell(ElectionName election, ElectorEvent event) {
                if (event instanceof ElectorEvent.Granted) {
                    won.add(election);
                    asking.remove(election);
                }
            }

            @Override
            public void watch(Node holder, Leader leader) {}

            @Override
            public void resolve(ElectionName election, Leader one, Leader other) {}
        }
    }
}
