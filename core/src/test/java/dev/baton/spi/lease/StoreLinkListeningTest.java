// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static dev.baton.spi.lease.StoreLinkTest.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a store hears of rows, told between its batches of requests. */
@Timeout(60)
class StoreLinkListeningTest {
    private final GatedStore store = new GatedStore();

    @Test
    void requestsThatNeverEndDoNotKeepItFromListening() throws Exception {
        BlockingQueue<ElectionName> told = new LinkedBlockingQueue<>();
        AtomicBoolean enough = new AtomicBoolean();
        try (StoreLink busy = new StoreLink(store, Duration.ZERO, System::nanoTime)) {
            sendAgainAndAgain(busy, enough);
            store.awaitBatch();
            store.heard.add(listener -> listener.changed(ElectionName.of("a")));

            busy.watch(told::add);
            store.answer();

            assertThat(told.poll(10, TimeUnit.SECONDS)).isEqualTo(ElectionName.of("a"));
        } finally {
            enough.set(true);
        }
    }

    /** The next request is sent before the answer to the one before it has been dealt with. */
    private void sendAgainAndAgain(StoreLink busy, AtomicBoolean enough) {
        busy.send(read("busy"), reply -> {
            if (!enough.get()) {
                store.answer();
                sendAgainAndAgain(busy, enough);
            }
        });
    }

    @Test
    void whatTheStoreHearsIsTold() throws Exception {
        BlockingQueue<ElectionName> told = new LinkedBlockingQueue<>();
        store.heard.add(listener -> listener.changed(ElectionName.of("a")));
        store.heard.add(listener -> {
            throw new OutOfMemoryError("no memory to listen");
        });
        store.heard.add(listener -> listener.changed(ElectionName.of("b")));
        try (StoreLink listening = new StoreLink(store)) {
            listening.watch(told::add);

            assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo(ElectionName.of("a"));
            assertThat(told.poll(30, TimeUnit.SECONDS))
                    .as("an error does not end it")
                    .isEqualTo(ElectionName.of("b"));
        }
    }
}
