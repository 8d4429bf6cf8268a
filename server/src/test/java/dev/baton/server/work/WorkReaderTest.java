// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.UnavailableException;
import dev.baton.work.WorkState;
import dev.baton.work.WorkStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Looks at a store that does not answer. */
@Timeout(60)
class WorkReaderTest {
    private final StoredWork work = new StoredWork().list("jobs", 3);
    private final AtomicLong clock = new AtomicLong();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);
    private final WorkReader reader = new WorkReader(hanging(), clock::get);

    private WorkStore hanging() {
        return (WorkStore) Proxy.newProxyInstance(
                WorkStore.class.getClassLoader(), new Class<?>[] {WorkStore.class}, (proxy, method, arguments) -> {
                    asked.countDown();
                    answers.await();
                    return method.invoke(work.store, arguments);
                });
    }

    private static int lists(WorkState state) {
        return state.lists().size();
    }

    @Test
    void nobodyQueuesForAStoreThatHangs() throws Exception {
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> reader.look(WorkReaderTest::lists));
        asked.await();
        clock.addAndGet(WorkReader.MAX_WAIT.plusMillis(1).toNanos());

        long begun = System.nanoTime();
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> reader.look(WorkReaderTest::lists)).isInstanceOf(UnavailableException.class);
        }
        // Ten that waited in turn, as long as one may, would take twenty seconds.
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
        assertThat(first).isNotDone();

        answers.countDown();
        assertThat(first.get()).isEqualTo(1);
        eventually("it answers again", Duration.ofSeconds(20), () -> reader.look(WorkReaderTest::lists) == 1, () -> "");
    }
}
