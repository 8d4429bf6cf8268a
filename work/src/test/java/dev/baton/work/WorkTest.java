// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.NodeId;
import dev.baton.internal.runtime.TimedWait;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.memory.InMemoryLeases;
import dev.baton.work.memory.InMemoryWorkStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whole clusters in one process: real candidates, real threads, a store in memory. */
class WorkTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    private final InMemoryLeases leases = new InMemoryLeases();
    private final InMemoryWorkStore store = new InMemoryWorkStore();
    private final Map<String, Baton> nodes = new HashMap<>();
    private final Map<PartitionId, String> owners = new ConcurrentHashMap<>();
    private final List<String> overlaps = new ArrayList<>();

    @AfterEach
    void close() {
        nodes.values().forEach(Baton::close);
        assertThat(overlaps).isEmpty();
    }

    private Work node(String id) {
        Baton baton = Baton.node(id).start(leases.elector(LeaseTerms.of(Duration.ofSeconds(2))));
        nodes.put(id, baton);
        return Work.on(baton, store);
    }

    private Worker worker(Work work, String id) {
        return work.worker(id)
                .onAssigned(partition -> own(partition, id))
                .onRevoked((partition, within) -> disown(partition, id))
                .start();
    }

    private void own(Partition partition, String id) {
        String other = owners.putIfAbsent(partition.id(), id);
        if (other != null) {
            synchronized (overlaps) {
                overlaps.add(partition + " is owned by " + other + " and given to " + id);
            }
        }
    }

    private void disown(Partition partition, String id) {
        owners.remove(partition.id(), id);
    }

    private Map<String, Integer> counts() {
        Map<String, Integer> counts = new HashMap<>();
        owners.values().forEach(id -> counts.merge(id, 1, Integer::sum));
        return counts;
    }

    private void eventuallyOwned(Map<String, Integer> expected) {
        eventually("partitions are owned as " + expected, SOON, () -> counts().equals(expected), this::counts);
    }

    @Test
    void partitionsAreSpreadAndMoveWhenWorkersComeAndGo() {
        Work a = node("a");
        a.define(TaskList.of("billing/invoices", 12));
        a.coordinate();
        worker(a, "a");
        eventuallyOwned(Map.of("a", 12));

        Worker b = worker(node("b"), "b");
        eventuallyOwned(Map.of("a", 6, "b", 6));

        worker(node("c"), "c");
        eventuallyOwned(Map.of("a", 4, "b", 4, "c", 4));

        assertThat(b.leave(SOON)).isTrue();
        eventuallyOwned(Map.of("a", 6, "c", 6));
    }

    @Test
    void aNodeHasAWorkerOnce() {
        Work a = node("a");
        worker(a, "w");

        assertThatThrownBy(() -> worker(a, "w"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("worker w runs on a already");
    }

    /** As when an id was copied with a configuration: partitions must never be on both. */
    @Test
    void ofTwoNodesWithOneWorkerIdOneHasTheSessionAndTheOtherWaits() {
        Work a = node("a");
        a.define(TaskList.of("billing/invoices", 4));
        a.coordinate();
        Worker first = worker(a, "w");
        eventuallyOwned(Map.of("w", 4));

        Worker second = worker(node("b"), "w");
        eventually(
                "it knows who has the session",
                SOON,
                () -> second.sessionElsewhere().equals(Optional.of(NodeId.of("a"))),
                second::sessionElsewhere);
        assertThat(second.session()).isEmpty();
        assertThat(second.partitions()).isEmpty();
        assertThat(first.sessionElsewhere()).isEmpty();
        // It would be the other one that is drained.
        assertThatThrownBy(second::drain)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has no session");

        first.close();
        eventually("the other goes on", SOON, () -> second.partitions().size() == 4, second::partitions);
        assertThat(second.sessionElsewhere()).isEmpty();
        assertThat(second.session().orElseThrow().epoch().value()).isGreaterThan(1);
    }

    @Test
    void aWorkersWeightIsChangedWhileItRuns() {
        Work a = node("a");
        a.define(TaskList.of("billing/invoices", 12));
        a.coordinate();
        Worker light = worker(a, "a");
        worker(node("b"), "b");
        eventuallyOwned(Map.of("a", 6, "b", 6));

        light.setWeight(3);

        eventuallyOwned(Map.of("a", 9, "b", 3));
        assertThat(light.session().orElseThrow().epoch().value()).isEqualTo(1);
        assertThatThrownBy(() -> light.setWeight(0)).hasMessageContaining("worker a has the weight 0");
    }

    @Test
    void theWorkOfAWorkerThatIsCutOffGoesToOthersAfterItHasStopped() {
        Work a = node("a");
        a.define(TaskList.of("billing/invoices", 12));
        a.coordinate();
        worker(a, "a");
        worker(node("b"), "b");
        eventuallyOwned(Map.of("a", 6, "b", 6));

        leases.cutOff(NodeId.of("b"));

        eventuallyOwned(Map.of("a", 12));
        leases.reconnect(NodeId.of("b"));
        eventuallyOwned(Map.of("a", 6, "b", 6));
    }

    @Test
    void anotherNodeGoesOnWhereTheCoordinatorLeft() {
        Work a = node("a");
        a.define(TaskList.of("billing/invoices", 12));
        a.coordinate();
        Work b = node("b");
        worker(b, "b");
        eventuallyOwned(Map.of("b", 12));
        Coordinator next = b.coordinate();

        nodes.remove("a").close();
        worker(node("c"), "c");

        eventuallyOwned(Map.of("b", 6, "c", 6));
        eventually("it reports all", SOON, () -> next.status().report().assigned() == 12, () -> next.status());
    }

    @Test
    void aWorkerThatIsClosedAndStartedAgainOnTheSameNodeHasANewSession() {
        Work a = node("a");
        a.define(TaskList.of("billing/invoices", 4));
        a.coordinate();
        Worker before = worker(a, "a");
        eventuallyOwned(Map.of("a", 4));
        long token = store.assignmentsSince(0).get(0).token();

        before.close();
        assertThat(owners).isEmpty();
        worker(a, "a");

        eventuallyOwned(Map.of("a", 4));
        assertThat(store.assignmentsSince(0)).allMatch(it -> it.token() > token);
    }

    @Test
    void theWorkOfAWorkerOnTheCoordinatorsOwnNodeGoesToOthersWhenItIsClosed() {
        Work a = node("a");
        a.define(TaskList.of("billing/invoices", 4));
        Coordinator coordinator = a.coordinate();
        AtomicLong roundsBeforeTheEnd = new AtomicLong(-1);
        Worker own = a.worker("a")
                .onAssigned(partition -> own(partition, "a"))
                .onRevoked((partition, within) -> {
                    // Until the coordinator has seen that the session is no longer held, and calculated.
                    eventually(
                            "a round",
                            SOON,
                            () -> coordinator.status().rounds() > roundsBeforeTheEnd.get(),
                            coordinator::status);
                    disown(partition, "a");
                })
                .start();
        worker(node("b"), "b");
        eventuallyOwned(Map.of("a", 2, "b", 2));

        roundsBeforeTheEnd.set(coordinator.status().rounds());
        own.close();

        eventuallyOwned(Map.of("b", 4));
    }

    @Test
    void aTaskListThatShrinksAndGrowsReleasesFirstAndNeverReusesAToken() {
        Work a = node("a");
        TaskListName list = TaskListName.of("billing/invoices");
        a.define(TaskList.of(list, 4));
        a.coordinate();
        worker(a, "a");
        eventuallyOwned(Map.of("a", 4));
        long token = a.read().assignment(list.partition(3)).orElseThrow().token();

        a.define(TaskList.of(list, 2));
        eventuallyOwned(Map.of("a", 2));
        eventually(
                "the row of the last partition is gone",
                SOON,
                () -> a.read().assignment(list.partition(3)).isEmpty(),
                () -> a.read().assignments(list));
        a.define(TaskList.of(list, 4));

        eventuallyOwned(Map.of("a", 4));
        assertThat(a.read().assignment(list.partition(3)).orElseThrow().token()).isGreaterThan(token);
    }

    @Test
    void aWorkerTakesOnlyTheTaskListsThatItNames() {
        Work a = node("a");
        a.define(TaskList.of("invoices", 4));
        a.define(TaskList.of("mails", 4));
        a.coordinate();
        a.worker("all")
                .onAssigned(it -> own(it, "all"))
                .onRevoked((it, in) -> disown(it, "all"))
                .start();
        a.worker("mails")
                .taskLists("mails")
                .onAssigned(it -> own(it, "mails"))
                .onRevoked((it, in) -> disown(it, "mails"))
                .start();

        eventuallyOwned(Map.of("all", 6, "mails", 2));

        assertThat(owners.entrySet())
                .allMatch(it -> !it.getValue().equals("mails")
                        || it.getKey().list().name().equals("mails"));
    }

    @Test
    void aPlanWithoutAWorkerSaysWhatWouldMoveAndChangesNothing() {
        Work a = node("a");
        a.define(TaskList.of("invoices", 4));
        a.coordinate();
        worker(a, "a");
        worker(a, "b");
        eventuallyOwned(Map.of("a", 2, "b", 2));
        WorkVersion before = store.version();

        assertThat(a.planWithout(NodeId.of("b")).moves())
                .hasSize(2)
                .allMatch(it -> it.from().equals(Optional.of("b")) && it.to().equals(Optional.of("a")));

        assertThat(store.version()).isEqualTo(before);
        assertThat(Set.copyOf(owners.values())).containsExactlyInAnyOrder("a", "b");
    }

    /** What is stored of it does not say that it is dead. */
    @Test
    void aPlanDoesNotCountOnAWorkerThatDoesNotLive() {
        Work a = node("a");
        a.define(TaskList.of("invoices", 6));
        a.coordinate();
        worker(a, "a");
        worker(a, "b");
        eventuallyOwned(Map.of("a", 3, "b", 3));
        store.register(Leaderships.session("gone", 7), Leaderships.registration("gone", 7));

        eventually(
                "nothing would go to it",
                SOON,
                () -> a.planWithout(NodeId.of("b")).moves().stream()
                        .allMatch(it -> it.to().equals(Optional.of("a"))),
                () -> a.planWithout(NodeId.of("b")).moves());
        assertThat(a.planWithout(NodeId.of("b")).moves()).hasSize(3);
        assertThat(node("other").planWithout(NodeId.of("b")).moves())
                .as("by what is stored")
                .anyMatch(it -> it.to().equals(Optional.of("gone")));
    }

    @Test
    void aLoopRunsForEachPartitionAndIsStartedAgainWhenItBreaks() {
        Work a = node("a");
        a.define(TaskList.of("invoices", 2));
        a.coordinate();
        Map<Integer, Integer> runs = new ConcurrentHashMap<>();
        a.worker()
                .policy(WorkerPolicy.DEFAULT.withBackoff(Duration.ofMillis(1), Duration.ofMillis(5)))
                .loop(partition -> {
                    if (runs.merge(partition.id().number(), 1, Integer::sum) < 3) {
                        throw new IllegalStateException("not yet");
                    }
                    new CountDownLatch(1).await(); // until it is interrupted
                })
                .start();

        eventually("both ran three times", SOON, () -> runs.equals(Map.of(0, 3, 1, 3)), () -> runs);
    }

    /** The second one is refused whole: nothing of it stays behind that would keep the first from its work. */
    @Test
    void aSecondWorkOnANodeIsRefusedAndTheFirstOneWorksOn() {
        Work first = node("a");
        first.define(TaskList.of("billing/invoices", 4));
        first.coordinate();
        worker(first, "one");
        Work second = Work.on(nodes.get("a"), store);

        assertThatThrownBy(() -> worker(second, "two"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a node has one Work");

        eventuallyOwned(Map.of("one", 4));
        assertThat(store.definitions().workers())
                .extracting(it -> it.worker().value())
                .containsExactly("one");
    }

    @Test
    void aWorkerThatCannotBeWatchedCostsTheOthersNothing() {
        Work work = node("a");
        work.define(TaskList.of("billing/invoices", 4));
        nodes.get("a").stand("work.stray").start();
        store.register(Leaderships.session("stray", 1), Leaderships.registration("stray", 1));
        work.coordinate();
        worker(work, "one");

        eventuallyOwned(Map.of("one", 4));
    }

    /** Each call keeps its limit; that all of them together take longer than any limit is no fault. */
    @Test
    void aWorkerThatStopsManyPartitionsTakesTheTimeItNeeds() {
        Work work = node("a");
        work.define(TaskList.of("billing/invoices", 2_500));
        work.coordinate();
        Worker worker = work.worker("one")
                .policy(WorkerPolicy.DEFAULT.withRevokeTimeout(Duration.ofSeconds(3)))
                .onAssigned(partition -> own(partition, "one"))
                .onRevoked((partition, within) -> {
                    TimedWait.of(Duration.ofMillis(200));
                    disown(partition, "one");
                })
                .start();
        eventuallyOwned(Map.of("one", 2_500));

        worker.close();

        assertThat(owners).isEmpty();
    }
}
