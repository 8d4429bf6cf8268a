// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.work.memory.InMemoryWorkStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** One session on real threads, without an elector. */
class WorkerHostTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final int MANY = 2;
    private static final PartitionId P = TaskListName.of("invoices").partition(0);

    private final InMemoryWorkStore store = new InMemoryWorkStore();
    private final Leadership session = Leaderships.session("n1", 1);
    private final List<Partition> started = new CopyOnWriteArrayList<>();
    private final List<Throwable> crashes = new CopyOnWriteArrayList<>();
    private final AtomicInteger completeReads = new AtomicInteger();
    private volatile boolean broken;
    private volatile boolean hangs;
    private volatile boolean unreachable;
    private final AtomicInteger refused = new AtomicInteger();
    private volatile @Nullable CountDownLatch answered;

    private WorkerHost host() {
        return host(new PartitionHandler() {
            @Override
            public void assigned(Partition partition) {
                started.add(partition);
            }

            @Override
            public void revoked(Partition partition, Duration within) {}
        });
    }

    private WorkerHost host(PartitionHandler handler) {
        WorkerPlan plan = new WorkerPlan(
                NodeId.of("n1"), "", 1, Set.of(), Map.of(), handler, WorkerPolicy.DEFAULT, PollSettings.DEFAULT);
        return new WorkerHost(plan, hangingStore(), this::nanos);
    }

    /** The store, except that asking for its version takes as long as the test likes. */
    private WorkStore hangingStore() {
        return (WorkStore) Proxy.newProxyInstance(
                WorkStore.class.getClassLoader(), new Class<?>[] {WorkStore.class}, (proxy, method, arguments) -> {
                    CountDownLatch answers = answered;
                    if (method.getName().equals("version") && answers != null) {
                        hangs = true;
                        answers.await();
                    }
                    if (unreachable && method.getName().equals("register")) {
                        throw new UnavailableException("try " + refused.incrementAndGet() / MANY + ": no connection");
                    }
                    if (method.getName().equals("assignmentsOf") && arguments[1].equals(0L)) {
                        completeReads.incrementAndGet();
                    }
                    return method.invoke(store, arguments);
                });
    }

    private long nanos() {
        if (broken) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        return System.nanoTime();
    }

    private void assign() {
        store.write(
                Leaderships.coordinator(1),
                List.of(new AssignmentWrite(
                        Optional.empty(), Assignment.assigned(P, Session.of("n1", 1), 1, Epoch.of(1)))));
    }

    @Test
    @Timeout(60)
    void aStoreThatCannotBeReachedIsToldOfOnceForEachReasonAndWhenItCanBeAgain() {
        List<String> logged = new CopyOnWriteArrayList<>();
        Logger logger = (Logger) LoggerFactory.getLogger(WorkerHost.class);
        AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                logged.add(event.getFormattedMessage());
            }
        };
        appender.start();
        logger.addAppender(appender);
        logger.setLevel(Level.INFO);
        unreachable = true;
        WorkerHost host = host();
        assign();
        host.start(session, crashes::add);
        eventually("it was asked often", SOON, () -> refused.get() > 2 * MANY, refused::get);

        unreachable = false;

        eventually("it was asked again", SOON, () -> !started.isEmpty(), host::hosted);
        host.stop();
        eventually("that is told", SOON, () -> logged.stream().anyMatch(it -> it.endsWith("again")), () -> logged);
        logger.detachAppender(appender);
        logger.setLevel(null);
        assertThat(logged).hasSize(refused.get() / MANY + 2).doesNotHaveDuplicates();
    }

    @Test
    void aHostThatCannotStopItsPartitionsSaysSoAndLetsThemActNoMore() {
        WorkerHost host = host();
        assign();
        host.start(session, crashes::add);
        eventually("the partition runs", SOON, () -> !started.isEmpty(), host::hosted);

        broken = true;

        assertThatThrownBy(host::stop)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("unable to create native thread");
        assertThat(started.get(0).mayAct()).isFalse();
    }

    @Test
    @Timeout(60)
    void aHostWhoseStoreHangsStopsItsPartitionsAllTheSame() {
        WorkerHost host = host();
        assign();
        host.start(session, crashes::add);
        eventually("the partition runs", SOON, () -> !started.isEmpty(), host::hosted);
        CountDownLatch answers = new CountDownLatch(1);
        answered = answers;
        host.wake();
        eventually("a call hangs", SOON, () -> hangs, host::hosted);

        host.stop();

        assertThat(started.get(0).mayAct()).isFalse();
        assertThat(crashes).isEmpty();
        answers.countDown();
    }

    @Test
    @Timeout(60)
    void partitionsThatWaitForTheirStartAreReleasedWhileOthersHang() {
        CountDownLatch over = new CountDownLatch(1);
        WorkerHost host = host(new PartitionHandler() {
            @Override
            public void assigned(Partition partition) throws InterruptedException {
                started.add(partition);
                over.await();
            }

            @Override
            public void revoked(Partition partition, Duration within) {}
        });
        List<Assignment> given = IntStream.range(0, 100)
                .mapToObj(
                        number -> Assignment.assigned(P.list().partition(number), Session.of("n1", 1), 1, Epoch.of(1)))
                .toList();
        store.write(
                Leaderships.coordinator(1),
                given.stream()
                        .map(it -> new AssignmentWrite(Optional.empty(), it))
                        .toList());
        host.start(session, crashes::add);
        eventually("as many hang as may", SOON, () -> started.size() == 64, started::size);

        store.write(
                Leaderships.coordinator(1),
                given.stream()
                        .map(it -> new AssignmentWrite(Optional.of(it), it.releasing(Optional.empty(), Epoch.of(1))))
                        .toList());

        eventually("those that were not called are free", SOON, () -> free() == 36, this::free);
        over.countDown();
        eventually("the others are free when their start is over", SOON, () -> free() == 100, this::free);
        host.stop();
        assertThat(started).hasSize(64);
    }

    private long free() {
        return store.assignmentsSince(0).stream()
                .filter(it -> it.state() == AssignmentState.FREE)
                .count();
    }

    @Test
    @Timeout(60)
    void aCallbackThatThrowsOnceWhenItStopsIsCalledAgain() {
        List<Partition> stopped = new CopyOnWriteArrayList<>();
        WorkerHost host = host(new PartitionHandler() {
            @Override
            public void assigned(Partition partition) {
                started.add(partition);
            }

            @Override
            public void revoked(Partition partition, Duration within) {
                stopped.add(partition);
                if (stopped.size() == 1) {
                    throw new IllegalStateException("a bug");
                }
            }
        });
        assign();
        host.start(session, crashes::add);
        eventually("the partition runs", SOON, () -> !started.isEmpty(), host::hosted);
        Assignment given = store.assignmentsSince(0).get(0);
        store.write(
                Leaderships.coordinator(1),
                List.of(new AssignmentWrite(Optional.of(given), given.releasing(Optional.empty(), Epoch.of(1)))));
        eventually("the failure is told", SOON, () -> !crashes.isEmpty(), host::hosted);

        host.stop();

        assertThat(stopped).hasSize(2);
        assertThat(free()).as("it is not released before it has stopped").isZero();
    }

    @Test
    @Timeout(60)
    void aHostThatWaitsForACallbackThatFailsAgainStopsWaiting() {
        WorkerHost host = host(new PartitionHandler() {
            @Override
            public void assigned(Partition partition) {
                started.add(partition);
            }

            @Override
            public void revoked(Partition partition, Duration within) {
                eventually("the host waits", SOON, () -> isStoppingAndWaiting(), () -> crashes);
                throw new IllegalStateException("it cannot be stopped");
            }
        });
        assign();
        host.start(session, crashes::add);
        eventually("the partition runs", SOON, () -> !started.isEmpty(), host::hosted);

        assertThatThrownBy(host::stop)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("it cannot be stopped");
    }

    private static boolean isStoppingAndWaiting() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(it -> it.getKey().getState() == Thread.State.TIMED_WAITING)
                .anyMatch(it -> Stream.of(it.getValue())
                        .anyMatch(frame -> frame.getMethodName().equals("stopAll")));
    }

    /** Also when it is to take partitions again, before anything was given away. */
    @Test
    void aWorkerThatDrainsReadsEverythingOnlyOnceItHasNothingLeft() {
        WorkerHost host = host();
        assign();
        host.start(session, crashes::add);
        eventually("the partition runs", SOON, () -> !started.isEmpty(), host::hosted);
        CompletableFuture<Void> drained = host.drained();
        int before = completeReads.get();

        for (int change = 0; change < 3; change++) {
            Assignment given = Assignment.assigned(
                    TaskListName.of("invoices").partition(change + 1), Session.of("n1", 1), 1, Epoch.of(1));
            store.write(Leaderships.coordinator(1), List.of(new AssignmentWrite(Optional.empty(), given)));
            int expected = change + 2;
            eventually("it runs too", SOON, () -> started.size() == expected, host::hosted);
        }
        assertThat(completeReads.get()).isEqualTo(before);
        assertThat(drained).isNotDone();

        for (Assignment one : store.assignmentsSince(0)) {
            store.write(
                    Leaderships.coordinator(1),
                    List.of(new AssignmentWrite(Optional.of(one), one.releasing(Optional.empty(), Epoch.of(1)))));
        }
        eventually("nothing is left", SOON, drained::isDone, host::hosted);
        assertThat(host.drained()).as("of what comes later").isNotSameAs(drained);
        host.stop();
    }

    @Test
    @Timeout(60)
    void aWorkerWhoseRowWasLostRegistersAgain() {
        WorkerHost host = host();
        host.start(session, crashes::add);
        eventually(
                "it is registered", SOON, () -> !store.definitions().workers().isEmpty(), host::hosted);
        store.forget(Session.of("n1", 1));

        CompletableFuture<Void> unused = host.drained(); // reads everything

        eventually(
                "it is registered again",
                SOON,
                () -> !store.definitions().workers().isEmpty(),
                host::hosted);
        host.stop();
    }
}
