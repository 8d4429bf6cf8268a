// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.NodeId;
import dev.baton.spi.Guarantee;
import dev.baton.spi.lease.LeaseElector;
import dev.baton.spi.lease.LeaseLink;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.memory.InMemoryLeases;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whole nodes with a lease of a minute, on a store that tells nobody of changes. */
class FastFailoverIT {
    private static final LeaseTerms TERMS = LeaseTerms.of(Duration.ofMinutes(1));
    /** Sooner than any standby looks at the store again by itself. */
    private static final Duration FAST = TERMS.renewInterval().dividedBy(2);

    private static final Duration WHILE = Duration.ofSeconds(2);

    private final InMemoryLeases leases = new InMemoryLeases();
    private final List<TestNode> nodes = new ArrayList<>();

    @AfterEach
    void close() {
        // Those that are cut off from the store would wait for it.
        nodes.forEach(node -> leases.reconnect(node.id));
        nodes.forEach(node -> node.baton.close());
    }

    @Test
    void standbyLeadsAtOnceWhenTheLeaderResigns() throws Exception {
        TestNode leader = leader();
        TestNode standby = standby();

        leader.candidate.resign().get(FAST.toMillis(), TimeUnit.MILLISECONDS);

        await().atMost(FAST).until(standby::leads);
    }

    @Test
    void standbyLeadsAtOnceWhenTheLeaderIsClosed() {
        TestNode leader = leader();
        TestNode standby = standby();

        leader.baton.close();

        await().atMost(FAST).until(standby::leads);
    }

    @Test
    void standbyWaitsForALeaderThatIsOnlyCutOffFromTheStore() {
        TestNode leader = leader();
        TestNode standby = standby();

        leases.cutOff(leader.id);

        await().during(WHILE).until(() -> !standby.leads());
    }

    private TestNode leader() {
        TestNode leader = new TestNode("a");
        await().until(leader::leads);
        return leader;
    }

    /** A standby that sees the leader and is connected to it. */
    private TestNode standby() {
        TestNode standby = new TestNode("b");
        await().until(() -> standby.candidate.leader().isPresent());
        await().until(() -> nodes.get(0).channel.standbys() == 1);
        return standby;
    }

    private final class TestNode {
        private final NodeId id;
        private PeerChannel channel;
        private final Baton baton;
        private final Candidate candidate;

        TestNode(String name) {
            this.id = NodeId.of(name);
            this.baton = Baton.node(name).start(context -> {
                channel = PeerChannel.open(PeerSettings.defaults(), context);
                return new LeaseElector(
                        new QuietLink(leases.link(id)),
                        TERMS,
                        new Guarantee(Guarantee.Exclusivity.EXCLUSIVE, Guarantee.EpochMemory.PROCESS, "a test"),
                        context.lanes(),
                        new SecureRandom(),
                        channel);
            });
            this.candidate = baton.stand("coordinator").start();
            nodes.add(this);
        }

        boolean leads() {
            return candidate.leadership().isPresent();
        }
    }

    /** Does not tell of changes, so that only the peer channel does. */
    private record QuietLink(LeaseLink link) implements LeaseLink {
        @Override
        public void send(LeaseRequest request, Consumer<LeaseReply> answer) {
            link.send(request, answer);
        }

        @Override
        public void close() {
            link.close();
        }
    }
}
