// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final ByteString ONE = ByteString.copyFromUtf8("one");
    private static final ByteString OTHER = ByteString.copyFromUtf8("other");

    private final Turns turns = new Turns();
    private final List<String> done = new CopyOnWriteArrayList<>();

    @Test
    void whatConcernsAGroupWaitsForItsTurnAndAnotherGroupDoesNot() throws InterruptedException {
        CountDownLatch mayEnd = new CountDownLatch(1);
        Thread first = start(() -> turns.run(ONE, () -> {
            done.add("first begins");
            await(mayEnd);
            done.add("first ends");
        }));
        eventually("the first has its turn", PATIENCE, () -> !done.isEmpty(), () -> done);
        Thread second = start(() -> turns.run(ONE, () -> done.add("second")));
        eventually("the second waits", PATIENCE, () -> second.getState() == Thread.State.WAITING, second::getState);

        turns.run(OTHER, () -> done.add("other"));
        mayEnd.countDown();
        first.join();
        second.join();

        assertThat(done).containsExactly("first begins", "other", "first ends", "second");
        assertThat(turns.size()).isZero();
    }

    @Test
    void aTurnThatThrowsIsOver() {
        Runnable broken = () -> {
            throw new IllegalStateException("broken");
        };

        assertThatThrownBy(() -> turns.run(ONE, broken)).hasMessage("broken");

        turns.run(ONE, () -> done.add("next"));
        assertThat(done).containsExactly("next");
        assertThat(turns.size()).isZero();
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
