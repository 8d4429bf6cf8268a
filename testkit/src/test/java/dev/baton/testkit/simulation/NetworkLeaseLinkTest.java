// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseToken;
import dev.baton.testkit.memory.LeaseRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NetworkLeaseLinkTest {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final long SECOND = 1_000_000_000;

    private final Scheduler scheduler = new Scheduler(new SeededRandom(1));
    private final Network network = new Network(scheduler, new SeededRandom(2));
    private final ModelledStore store = new ModelledStore(
            scheduler, network, new LeaseRows(), (kind, op, election, epoch, value) -> {}, new SeededRandom(3));
    private final SimulatedProcess process = new SimulatedProcess(scheduler, new SeededRandom(4));
    private final CoverageCounts facts = new CoverageCounts();
    private final NetworkLeaseLink link = new NetworkLeaseLink("n1", process, network, store, facts);
    private final List<LeaseReply> replies = new ArrayList<>();

    @Test
    void requestIsDoneAndAnswered() {
        acquire();

        assertThat(store.row(ELECTION)).isPresent();
        assertThat(replies).hasSize(1);
    }

    @Test
    void lostRequestIsNotDone() {
        network.cut("n1", ModelledStore.NAME);

        acquire();

        assertThat(store.row(ELECTION)).isEmpty();
        assertThat(replies).isEmpty();
    }

    @Test
    void requestWithALostReplyIsDone() {
        network.cut(ModelledStore.NAME, "n1");

        acquire();

        assertThat(store.row(ELECTION)).isPresent();
        assertThat(replies).isEmpty();
    }

    @Test
    void secondAttemptFindsOutThatTheFirstWasDone() {
        network.cut(ModelledStore.NAME, "n1");
        acquire();
        network.mendAll();

        acquire();

        assertThat(facts.count(CoverageFact.UNKNOWN_OUTCOME_WAS_APPLIED)).isEqualTo(1);
    }

    @Test
    void secondAttemptFindsOutThatTheFirstWasNotDone() {
        network.cut("n1", ModelledStore.NAME);
        acquire();
        network.mendAll();

        acquire();

        assertThat(facts.count(CoverageFact.UNKNOWN_OUTCOME_WAS_NOT_APPLIED)).isEqualTo(1);
    }

    @Test
    void duplicatedRequestIsAnsweredOnce() {
        network.weather(new NetworkConditions(Duration.ZERO, Duration.ofMillis(1), 0, 1));

        acquire();

        assertThat(replies).hasSize(1);
    }

    @Test
    void troubledStoreFailsRequests() {
        store.trouble(1, true);

        acquire();

        assertThat(replies).containsExactly(new LeaseReply.Failed("modelled trouble", true));
        assertThat(store.row(ELECTION)).isEmpty();
    }

    @Test
    void clockOfTheStoreMayJump() {
        acquire();

        store.jump(-SECOND);

        assertThat(store.row(ELECTION).orElseThrow().remaining()).isGreaterThan(Duration.ofSeconds(9));
    }

    @Test
    void answerWaitsForTheEndOfAPause() {
        process.pause();
        acquire();
        assertThat(replies).isEmpty();

        process.resume();
        runForASecond();

        assertThat(replies).hasSize(1);
    }

    private void acquire() {
        Node self = new Node(NodeId.of("n1"), new Incarnation(1));
        link.send(
                new LeaseRequest.Acquire(
                        new ElectionEntry(ELECTION, self, Endpoints.NONE),
                        new LeaseToken(1, 1),
                        Epoch.NONE,
                        Duration.ofSeconds(10),
                        Optional.empty()),
                replies::add);
        runForASecond();
    }

    private void runForASecond() {
        long until = scheduler.now() + SECOND;
        boolean more = true;
        while (more) {
            more = scheduler.step(until);
        }
    }
}
