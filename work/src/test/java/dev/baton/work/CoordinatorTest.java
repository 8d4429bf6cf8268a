// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.CandidateEvent;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.internal.runtime.TimedWait;
import dev.baton.internal.runtime.UninterruptibleWait;
import dev.baton.spi.Alarm;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.memory.InMemoryLeases;
import dev.baton.work.memory.InMemoryWorkStore;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What goes wrong around the coordinator and a worker, with real threads. */
class CoordinatorTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final TaskListName GOOD = TaskListName.of("good");
    private static final TaskListName BAD = TaskListName.of("bad");

    private final InMemoryWorkStore memory = new InMemoryWorkStore();
    private final Set<TaskListName> refused = ConcurrentHashMap.newKeySet();
    private volatile boolean unreachable;
    private volatile @Nullable CountDownLatch hanging;
    private volatile boolean hangs;
    private volatile boolean deleted;
    private volatile boolean unpurgeable;
    /** In a process of its own it would have ended: closing waits for what cannot be stopped. */
    private boolean stuck;

    private final Set<Assignment> givenAnew = ConcurrentHashMap.newKeySet();
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final Baton baton = Baton.node("a")
            .faults((what, cause) -> faults.add(what))
            .start(new InMemoryLeases().elector(LeaseTerms.of(Duration.ofSeconds(2))));
    private final Work work = Work.on(baton, new FaultyStore());

    @AfterEach
    void close() {
        if (!stuck) {
            baton.close();
        }
    }

    private long assigned(TaskListName list) {
        return work.read().assignments(list).values().stream()
                .filter(it -> it.state() == AssignmentState.ASSIGNED)
                .count();
    }

    @Test
    void aTaskListThatCannotBeStoredDoesNotStopTheOthers() {
        refused.add(BAD);
        work.define(TaskList.of(BAD, 3));
        work.define(TaskList.of(GOOD, 3));
        Coordinator coordinator = work.coordinate();
        work.worker().onAssigned(it -> {}).start();

        eventually("the good one is assigned", SOON, () -> assigned(GOOD) == 3, coordinator::status);
        eventually(
                "the bad one is told",
                SOON,
                () -> coordinator.status().failed().getOrDefault(BAD, "").contains("no room"),
                coordinator::status);

        refused.clear();
        eventually("the other follows", SOON, () -> assigned(BAD) == 3, coordinator::status);
        eventually(
                "and is told no more", SOON, () -> coordinator.status().failed().isEmpty(), coordinator::status);
    }

    @Test
    void aCallbackThatFailsToStartIsCalledAgainAndCostsNoOtherPartition() {
        work.define(TaskList.of(GOOD, 2));
        work.coordinate();
        Set<Integer> begun = ConcurrentHashMap.newKeySet();
        CountDownLatch failures = new CountDownLatch(3);
        Worker worker = work.worker()
                .policy(WorkerPolicy.DEFAULT.withBackoff(Duration.ofMillis(1), Duration.ofMillis(2)))
                .onAssigned(partition -> {
                    if (partition.id().number() == 1 && failures.getCount() > 0) {
                        failures.countDown();
                        throw new IllegalStateException("not yet");
                    }
                    begun.add(partition.id().number());
                })
                .start();

        eventually("both run", SOON, () -> begun.equals(Set.of(0, 1)), worker::partitions);
        assertThat(worker.session().orElseThrow().epoch().value()).isEqualTo(1);
    }

    @Test
    void aCallbackThatCannotStopIsAFaultAndItsPartitionGoesToNobody() {
        work.define(TaskList.of(GOOD, 1));
        work.coordinate();
        Worker worker = work.worker()
                .policy(WorkerPolicy.DEFAULT.withRevokeTimeout(Duration.ofMillis(100)))
                .onAssigned(it -> {})
                .onRevoked((it, within) -> {
                    throw new IllegalStateException("cannot");
                })
                .start();
        eventually("it is assigned", SOON, () -> assigned(GOOD) == 1, worker::partitions);
        work.worker("b").onAssigned(it -> {}).start();

        CompletableFuture<Void> unused = worker.drain();

        eventually("the fault handler is called", SOON, () -> !faults.isEmpty(), worker::partitions);
        assertThat(faults.get(0)).contains("cannot be stopped");
        stuck = true;
    }

    @Test
    void aDrainedWorkerGetsNothingNewAndSaysWhenItIsEmpty() {
        work.define(TaskList.of(GOOD, 4));
        work.coordinate();
        Worker first = work.worker().onAssigned(it -> {}).start();
        Worker second = work.worker("b").onAssigned(it -> {}).start();
        eventually("both have some", SOON, () -> first.partitions().size() == 2, work::read);

        first.drain().join();

        assertThat(first.partitions()).isEmpty();
        eventually("the other has all", SOON, () -> second.partitions().size() == 4, second::partitions);
        work.define(TaskList.of(GOOD, 6));
        eventually("also what is new", SOON, () -> second.partitions().size() == 6, second::partitions);
        work.setDraining(NodeId.of("a"), false);
        eventually("until it takes again", SOON, () -> first.partitions().size() == 3, first::partitions);
    }

    @Test
    void aWorkerHearsOfAChangeLongBeforeItWouldAsk() {
        work.coordinate();
        Worker worker = work.worker()
                .polls(PollSettings.DEFAULT.withIdle(Duration.ofMinutes(5)).withBusy(Duration.ofMinutes(5)))
                .onAssigned(it -> {})
                .start();
        eventually("it is registered", SOON, () -> work.read().workers().size() == 1, work::read);

        work.define(TaskList.of(GOOD, 2));

        eventually(
                "it has what was given to it", SOON, () -> worker.partitions().size() == 2, worker::partitions);
    }

    @Test
    void stopsThatWaitForOneAnotherAreNotTakenForStuck() {
        int partitions = 384;
        work.define(TaskList.of(GOOD, partitions));
        work.coordinate();
        Worker worker = work.worker()
                .policy(WorkerPolicy.DEFAULT.withRevokeTimeout(Duration.ofSeconds(1)))
                .onAssigned(it -> {})
                .onRevoked((it, within) -> TimedWait.of(Duration.ofMillis(300)))
                .start();
        eventually("it has all", SOON, () -> running(worker) == partitions, () -> running(worker));

        work.define(TaskList.of(GOOD, 1));

        eventually("it has released them", SOON, () -> worker.partitions().size() == 1, () -> faults);
        assertThat(faults).isEmpty();
        assertThat(worker.session().orElseThrow().epoch().value()).isEqualTo(1);
    }

    private static long running(Worker worker) {
        return worker.partitions().stream()
                .filter(it -> it.state() == HostedState.RUNNING)
                .count();
    }

    @Test
    void aWorkerLeavesAlsoIfTheStoreCannotBeReached() {
        work.define(TaskList.of(GOOD, 1));
        work.coordinate();
        Worker worker = work.worker().onAssigned(it -> {}).start();
        eventually("it has its partition", SOON, () -> running(worker) == 1, worker::partitions);
        unreachable = true;

        assertThat(worker.leave(SOON)).isFalse();

        assertThat(worker.session()).isEmpty();
        assertThat(worker.partitions()).isEmpty();
    }

    @Test
    void aCoordinatorWhoseStoreHangsStopsAllTheSame() {
        work.define(TaskList.of(GOOD, 1));
        Coordinator coordinator = work.coordinate();
        eventually("it coordinates", SOON, () -> coordinator.status().rounds() > 0, coordinator::status);

        CountDownLatch answers = new CountDownLatch(1);
        hanging = answers;
        eventually("a call hangs", SOON, () -> hangs, coordinator::status);
        CompletableFuture<?> resigned = coordinator.candidate().resign();

        eventually("it has resigned", SOON, resigned::isDone, coordinator::status);
        hanging = null;
        answers.countDown();
        eventually("it coordinates again", SOON, () -> coordinator.status().rounds() > 0, coordinator::status);
        assertThat(faults).isEmpty();
    }

    @Test
    void aRowThatIsGoneIsNoticedByTheCoordinatorThatRuns() {
        work.define(TaskList.of(GOOD, 2));
        Coordinator coordinator =
                work.coordinate(AllocatorSettings.DEFAULT, PollSettings.COORDINATOR.withReread(Duration.ofMillis(100)));
        Worker worker = work.worker()
                .polls(PollSettings.DEFAULT.withReread(Duration.ofMillis(100)).withIdle(Duration.ofMillis(100)))
                .onAssigned(it -> {})
                .start();
        eventually("it has both", SOON, () -> running(worker) == 2, worker::partitions);

        deleted = true;

        eventually("both are given anew", SOON, () -> givenAnew.size() == 2, coordinator::status);
        assertThat(givenAnew).allMatch(it -> it.token() > 1);
    }

    @Test
    void whatIsRetiredIsDeletedAndTheRestGoesOnWhereThatFails() {
        unpurgeable = true;
        work.define(TaskList.of(BAD, 3));
        work.define(TaskList.of(GOOD, 1));
        work.add(PlacementRule.ban(BAD, NodeId.of("absent")));
        Coordinator coordinator = work.coordinate(AllocatorSettings.DEFAULT.withPeriod(Duration.ofSeconds(1)));
        work.worker().onAssigned(it -> {}).start();
        eventually("it is assigned", SOON, () -> assigned(BAD) == 3, coordinator::status);

        work.retire(BAD);
        eventually("it is released", SOON, () -> memory.retired() == 3, coordinator::status);
        work.define(TaskList.of(GOOD, 2));
        eventually("others are given out", SOON, () -> assigned(GOOD) == 2, coordinator::status);
        assertThat(memory.retired()).isEqualTo(3);

        unpurgeable = false;
        eventually(
                "it is deleted with its rules",
                SOON,
                () -> memory.definitions().lists().equals(List.of(TaskList.of(GOOD, 2)))
                        && memory.definitions().rules().isEmpty()
                        && memory.retired() == 0,
                memory::definitions);
    }

    @Test
    void aSessionThatTheStoreRefusesIsAnAlarm() {
        memory.register(Leaderships.session("a", 7), Leaderships.registration("a", 7));
        List<Alarm.Kind> alarms = new CopyOnWriteArrayList<>();

        Worker worker = work.worker().onAssigned(it -> {}).start();
        worker.candidate().addListener(new LeadershipListener() {
            @Override
            public void on(CandidateEvent event) {
                if (event instanceof CandidateEvent.AlarmRaised raised) {
                    alarms.add(raised.alarm().kind());
                }
            }
        });

        eventually("the alarm is raised", SOON, () -> alarms.contains(Alarm.Kind.FENCE_IS_AHEAD), () -> alarms);
    }

    /** A store that takes no rows of some task lists. */
    private final class FaultyStore implements WorkStore {
        @Override
        public Set<PartitionId> write(Leadership coordinator, List<AssignmentWrite> writes) {
            if (writes.stream()
                    .anyMatch(it -> refused.contains(it.next().partition().list()))) {
                throw new UnavailableException("no room");
            }
            if (deleted) {
                writes.stream().filter(it -> it.seen().isEmpty()).forEach(it -> givenAnew.add(it.next()));
            }
            return memory.write(coordinator, writes);
        }

        @Override
        public WorkVersion version() {
            CountDownLatch answers = hanging;
            if (answers != null) {
                hangs = true;
                UninterruptibleWait.within(Duration.ofMinutes(1), nanos -> answers.await(nanos, TimeUnit.NANOSECONDS));
            }
            return memory.version();
        }

        @Override
        public Definitions definitions() {
            return memory.definitions();
        }

        @Override
        public List<Assignment> assignmentsSince(long version) {
            return deleted ? List.of() : memory.assignmentsSince(version);
        }

        @Override
        public List<Assignment> assignmentsOf(NodeId worker, long version) {
            return memory.assignmentsOf(worker, version);
        }

        @Override
        public void define(TaskList list) {
            memory.define(list);
        }

        @Override
        public void add(PlacementRule rule) {
            memory.add(rule);
        }

        @Override
        public void remove(PlacementRule rule) {
            memory.remove(rule);
        }

        @Override
        public boolean change(WorkVersion seen, List<DefinitionChange> changes) {
            return memory.change(seen, changes);
        }

        @Override
        public void register(Leadership session, WorkerRegistration worker) {
            memory.register(session, worker);
        }

        @Override
        public void setDraining(NodeId worker, boolean draining) {
            if (unreachable) {
                throw new UnavailableException("not reachable");
            }
            memory.setDraining(worker, draining);
        }

        @Override
        public void forget(Session session) {
            memory.forget(session);
        }

        @Override
        public void enter(Leadership coordinator) {
            memory.enter(coordinator);
        }

        @Override
        public Set<PartitionId> purge(Leadership coordinator, List<Assignment> retired) {
            if (unpurgeable) {
                throw new UnavailableException("DELETE is not granted");
            }
            return memory.purge(coordinator, retired);
        }

        @Override
        public void purge(Leadership coordinator, TaskListName list) {
            memory.purge(coordinator, list);
        }

        @Override
        public int retired() {
            return memory.retired();
        }

        @Override
        public List<Release> release(Session session, List<Release> released) {
            return memory.release(session, released);
        }

        @Override
        public void close() {}
    }
}
