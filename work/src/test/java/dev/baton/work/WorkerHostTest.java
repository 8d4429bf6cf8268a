// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.NodeId;
import dev.baton.work.memory.InMemoryWorkStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One session on real threads, without an elector. */
class WorkerHostTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final PartitionId P = TaskListName.of("invoices").partition(0);

    private final InMemoryWorkStore store = new InMemoryWorkStore();
    private final Leadership session = Leaderships.session("n1", 1);
    private final List<Partition> started = new CopyOnWriteArrayList<>();
    private final List<Throwable> crashes = new CopyOnWriteArrayList<>();
    private volatile boolean broken;
    private volatile boolean hangs;
    private volatile @Nullable CountDownLatch answered;

    private WorkerHost host() {
        PartitionHandler handler = new PartitionHandler() {
            @Override
            public void assigned(Partition partition) {
                started.add(partition);
            }

            @Override
            public void revoked(Partition partition, Duration within) {}
        };
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
}
