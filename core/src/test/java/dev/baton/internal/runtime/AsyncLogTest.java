// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;

@Timeout(60)
class AsyncLogTest {
    private static final int ROOM = 4;

    private final AsyncLog.Writer writer = new AsyncLog.Writer(ROOM);
    private final List<Integer> written = new CopyOnWriteArrayList<>();

    private void write(int from, int to) {
        for (int i = from; i < to; i++) {
            int line = i;
            writer.offer(() -> written.add(line));
        }
    }

    @Test
    void linesAreWrittenInOrder() {
        write(0, ROOM);

        writer.flush(Duration.ofSeconds(30));

        assertThat(written).containsExactly(0, 1, 2, 3);
    }

    @Test
    void aLogThatHangsHoldsNobodyUpAndLosesWhatDoesNotFit() throws InterruptedException {
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        writer.offer(() -> {
            hangs.countDown();
            try {
                free.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        hangs.await();

        write(0, 100);
        writer.flush(Duration.ofMillis(1));
        assertThat(writer.dropped()).isEqualTo(100 - ROOM);
        free.countDown();

        await().atMost(Duration.ofSeconds(30)).until(() -> writer.dropped() == 0);
        assertThat(written).containsExactly(0, 1, 2, 3);
    }

    @Test
    void aLineThatCannotBeTakenIsDroppedAndNotThrown() {
        Logger broken = (Logger) Proxy.newProxyInstance(
                Logger.class.getClassLoader(), new Class<?>[] {Logger.class}, (proxy, method, values) -> {
                    throw new OutOfMemoryError("in the log");
                });

        new AsyncLog(broken, writer).warn("careful");

        assertThat(writer.dropped()).isOne();
    }

    @Test
    void aLineThatFailsDoesNotEndTheLog() {
        writer.offer(() -> {
            throw new OutOfMemoryError("in the log");
        });
        write(0, 1);

        writer.flush(Duration.ofSeconds(30));

        assertThat(written).containsExactly(0);
    }
}
