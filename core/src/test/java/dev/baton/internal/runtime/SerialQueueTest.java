// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SerialQueueTest {
    private final Queue<Runnable> turns = new ArrayDeque<>();
    private final List<Throwable> errors = new ArrayList<>();
    private final List<Object> ran = new ArrayList<>();
    private final SerialQueue queue = new SerialQueue(turns::add, errors::add);

    private void takeTurn() {
        turns.remove().run();
    }

    @Test
    void tasksRunInOrderOnOneTurn() {
        queue.execute(() -> ran.add(1));
        queue.execute(() -> ran.add(2));
        assertThat(turns).hasSize(1);

        takeTurn();

        assertThat(ran).containsExactly(1, 2);
        assertThat(turns).isEmpty();
    }

    @Test
    void aQueueThatGetsNoThreadTellsAndTriesAgainWithTheNextTask() {
        List<Runnable> taken = new ArrayList<>();
        boolean[] exhausted = {true};
        SerialQueue poor = new SerialQueue(
                turn -> {
                    if (exhausted[0]) {
                        throw new OutOfMemoryError("no thread");
                    }
                    taken.add(turn);
                },
                errors::add);

        poor.execute(() -> ran.add(1));
        exhausted[0] = false;
        poor.execute(() -> ran.add(2));
        taken.get(0).run();

        assertThat(errors).singleElement().satisfies(it -> assertThat(it).hasMessage("no thread"));
        assertThat(ran).containsExactly(1, 2);
    }

    @Test
    void aTaskThatQueuesAnotherIsFollowedByIt() {
        queue.execute(() -> {
            queue.execute(() -> ran.add("inner"));
            ran.add("outer");
        });

        takeTurn();

        assertThat(ran).containsExactly("outer", "inner");
    }

    @Test
    void aBusyQueueGivesItsThreadBackNowAndThen() {
        IntStream.range(0, 65).forEach(i -> queue.execute(() -> ran.add(i)));

        takeTurn();

        assertThat(ran).hasSize(64);
        assertThat(turns).hasSize(1);
        takeTurn();
        assertThat(ran).isEqualTo(IntStream.range(0, 65).boxed().toList());
    }

    @Test
    void aTaskThatThrowsIsReportedAndTheNextRuns() {
        Error broken = new AssertionError("broken");
        queue.execute(() -> {
            throw broken;
        });
        queue.execute(() -> ran.add("next"));

        takeTurn();

        assertThat(errors).containsExactly(broken);
        assertThat(ran).containsExactly("next");
    }

    @Test
    void aReportThatThrowsDoesNotStopTheQueue() {
        SerialQueue fragile = new SerialQueue(turns::add, error -> {
            throw new IllegalStateException("report broken");
        });
        RuntimeException broken = new IllegalStateException("broken");
        fragile.execute(() -> {
            throw broken;
        });
        fragile.execute(() -> ran.add("next"));

        takeTurn();

        assertThat(ran).containsExactly("next");
        assertThat(broken.getSuppressed()).hasSize(1);
    }

    @Test
    void closedThreadsDropTheTasks() {
        SerialQueue closed = new SerialQueue(
                turn -> {
                    throw new RejectedExecutionException("closed");
                },
                errors::add);

        assertThatCode(() -> {
                    closed.execute(() -> ran.add(1));
                    closed.execute(() -> ran.add(2));
                })
                .doesNotThrowAnyException();
        assertThat(ran).isEmpty();
        assertThat(errors).isEmpty();
    }
}
