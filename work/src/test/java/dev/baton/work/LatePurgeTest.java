// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.OutcomeUnknownException;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.memory.InMemoryLeases;
import dev.baton.work.memory.InMemoryWorkStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rows that are deleted long after the coordinator was told that it is not known whether they are. */
class LatePurgeTest {
    private static final Duration SOON = Duration.ofSeconds(15);
    private static final TaskListName LIST = TaskListName.of("invoices");

    private final InMemoryWorkStore store = new InMemoryWorkStore();
    private volatile boolean purged;
    /** Complete reads since then. */
    private final AtomicInteger reads = new AtomicInteger();

    private final Baton baton =
            Baton.node("a").start(new InMemoryLeases().elector(LeaseTerms.of(Duration.ofSeconds(2))));
    private final Work work = Work.on(baton, unanswered());

    private WorkStore unanswered() {
        return (WorkStore) Proxy.newProxyInstance(
                WorkStore.class.getClassLoader(), new Class<?>[] {WorkStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("purge") && arguments[1] instanceof List) {
                        purged = true;
                        throw new OutcomeUnknownException("not answered");
                    }
                    if (purged && method.getName().equals("assignmentsSince") && arguments[0].equals(0L)) {
                        reads.incrementAndGet();
                    }
                    return method.invoke(store, arguments);
                });
    }

    @AfterEach
    void close() {
        baton.close();
    }

    @Test
    @Timeout(60)
    void partitionsThatAreWantedAgainAreGivenOutLongBeforeTheNextCompleteRead() {
        work.define(TaskList.of(LIST, 3));
        Coordinator coordinator = work.coordinate();
        work.worker().onAssigned(it -> {}).start();
        eventually("they are assigned", SOON, () -> assigned() == 3, coordinator::status);
        work.define(TaskList.of(LIST, 0));
        eventually("it is looked whether they are deleted", SOON, () -> reads.get() > 0, coordinator::status);

        List<Assignment> retired = store.assignmentsSince(0);
        store.purge(coordinator.candidate().leadership().orElseThrow(), retired);
        assertThat(store.assignmentsSince(0)).isEmpty();
        work.define(TaskList.of(LIST, 3));

        eventually("they are assigned again", SOON, () -> assigned() == 3, coordinator::status);
        assertThat(store.assignmentsSince(0)).allMatch(it -> it.token() > 1);
    }

    private long assigned() {
        return store.assignmentsSince(0).stream()
                .filter(it -> it.state() == AssignmentState.ASSIGNED)
                .count();
    }
}
