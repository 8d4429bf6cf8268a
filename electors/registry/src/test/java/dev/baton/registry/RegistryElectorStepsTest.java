// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.peer.Presence;
import dev.baton.quorum.LedgerWriter;
import dev.baton.quorum.MemoryLedger;
import dev.baton.quorum.VotingMessage;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.registry.RegistryMessage.Ballot;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Lane;
import dev.baton.spi.Lanes;
import dev.baton.spi.Priority;
import dev.baton.spi.Ticker;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a step of the elector makes of messages, views and the clock that come one after the other. */
class RegistryElectorStepsTest {
    private static final ElectionName ELECTION = ElectionName.of("orders");
    private static final Duration LEASE = RegistrySettings.TERMS.lease();
    private static final Node SELF = new Node(NodeId.of("a"), new Incarnation(11));
    private static final GroupMember A = new GroupMember(SELF, true, "mark-a", "");
    private static final GroupMember B =
            new GroupMember(new Node(NodeId.of("b"), new Incarnation(12)), true, "mark-b", "127.0.0.1:1");
    private static final GroupMember C =
            new GroupMember(new Node(NodeId.of("c"), new Incarnation(13)), true, "mark-c", "");

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<VotingMessage> sent = new ArrayList<>();
    private final List<Node> watched = new ArrayList<>();
    private long clock;
    private Runnable afterTheClockIsRead = () -> {};
    private long wakeAt;
    private Runnable wake = () -> {};
    private Group.Listener group = new Group.Listener() {
        @Override
        public void view(GroupView view) {}

        @Override
        public void received(GroupMember from, RegistryMessage message) {}
    };

    private final Lane lane = new Lane() {
        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public void wakeAt(long instant, Runnable task) {
            wakeAt = instant;
            wake = task;
        }

        @Override
        public void cancelWake() {}
    };

    private final Lanes lanes = new Lanes() {
        @Override
        public Ticker ticker() {
            return RegistryElectorStepsTest.this::readTheClock;
        }

        @Override
        public Lane open(String name) {
            return lane;
        }

        @Override
        public void close() {}
    };

    private final Presence presence = new Presence() {
        @Override
        public void watch(Node process, String address) {
            watched.add(process);
        }
    };

    private long readTheClock() {
        long read = clock;
        Runnable then = afterTheClockIsRead;
        afterTheClockIsRead = () -> {};
        then.run();
        return read;
    }

    private RegistryElector start(int voters) {
        Group recorded = new Group() {
            @Override
            public void join(Group.Listener listener) {
                group = listener;
            }

            @Override
            public void send(Node to, RegistryMessage message) {
                if (message instanceof Ballot ballot) {
                    sent.add(ballot.message());
                }
            }

            @Override
            public void close() {}
        };
        RegistryElector elector = new RegistryElector(
                SELF,
                RegistrySettings.majorityOf(voters),
                recorded,
                presence,
                new LedgerWriter(new MemoryLedger(), Runnable::run),
                ConflictResolver.HIGHER_EPOCH_WINS,
                lanes,
                new SplittableRandom(1));
        elector.start();
        runTasks();
        return elector;
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private void receive(GroupMember from, VotingMessage message) {
        group.received(from, new Ballot(message));
        runTasks();
    }

    private void view(GroupMember... members) {
        group.view(new GroupView(1, List.of(members), false));
        runTasks();
    }

    private static Ask ask(int number) {
        return new Ask(ELECTION, new LeaseToken(number, number), Epoch.of(number), LEASE, 3);
    }

    private List<Answer> answers() {
        return sent.stream()
                .filter(Vote.class::isInstance)
                .map(message -> ((Vote) message).answer())
                .toList();
    }

    /** Else a voter that stands still meanwhile would promise the election to another while the first one acts. */
    @Test
    void aPromiseIsCountedFromAfterItsMessageArrived() {
        start(3);
        view(A, B, C);
        clock += 2 * LEASE.toNanos();
        group.received(C, new Ballot(new PreVote(ELECTION, new LeaseToken(9, 9), LEASE, 3)));
        afterTheClockIsRead = () -> {
            clock += LEASE.toNanos() / 2;
            group.received(B, new Ballot(ask(1)));
        };
        runTasks();
        assertThat(answers()).containsExactly(Answer.WILLING, Answer.PROMISED);

        clock += LEASE.toNanos() - 1;
        receive(C, ask(2));

        assertThat(answers()).last().isEqualTo(Answer.TAKEN);
    }

    @Test
    void aLeaderThatIsHeardBeforeItIsInTheViewIsWatchedFromTheViewOn() {
        start(3);
        receive(B, new Renew(new Leader(ELECTION, B.node(), Epoch.of(4), Endpoints.NONE), token(), 1, LEASE, 3));
        assertThat(watched).isEmpty();

        view(A, B, C);

        assertThat(watched).containsExactly(B.node());
    }

    private static LeaseToken token() {
        return new LeaseToken(1, 1);
    }

    @Test
    void aVoterThatIsReplacedJustBeforeTheTimerIsAskedAtOnce() {
        RegistryElector elector = start(2);
        view(A, B);
        Contest contest = elector.enter(new ElectionEntry(ELECTION, SELF, Endpoints.NONE), event -> {});
        GroupMember emptied = new GroupMember(new Node(B.node().id(), new Incarnation(14)), true, "mark-new", "");
        view(A, emptied);
        contest.campaign(Priority.DEFAULT);
        runTasks();
        long due = clock + 2 * LEASE.toNanos();
        while (wakeAt < due) {
            clock = wakeAt;
            wake.run();
            runTasks();
        }
        sent.clear();

        clock = due;
        receive(emptied, new PreVote(ElectionName.of("other"), token(), LEASE, 2));

        assertThat(sent).hasAtLeastOneElementOfType(PreVote.class);
    }
}
