// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.admin.EventView;
import dev.baton.server.view.EventLog.News;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EventLogTest {
    private static final Duration NOT_AT_ALL = Duration.ZERO;
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Clock clock = Clock.fixed(Instant.ofEpochMilli(5), ZoneOffset.UTC);
    private final EventLog log = new EventLog(clock, 3);

    private EventView happen(String type) {
        return log.append(new EventDraft(type, "orders", "n1", 7L, null, null, null));
    }

    @Test
    void eventsAreNumberedFromTheTimeOfTheStart() {
        assertThat(happen("a").seq()).isEqualTo(5_001);
        assertThat(happen("b").seq()).isEqualTo(5_002);
        assertThat(log.last()).isEqualTo(5_002);
    }

    @Test
    void onlyTheNewestAreKept() {
        for (String type : new String[] {"a", "b", "c", "d"}) {
            happen(type);
        }

        assertThat(log.newest(10)).extracting(EventView::type).containsExactly("b", "c", "d");
        assertThat(log.newest(2)).extracting(EventView::type).containsExactly("c", "d");
        assertThat(log.after(5_002, 1)).extracting(EventView::type).containsExactly("c");
    }

    @Test
    void aReaderGoesOnWhereItWas() throws InterruptedException {
        long seen = happen("a").seq();
        happen("b");

        assertThat(log.await(seen, 10, NOT_AT_ALL))
                .isInstanceOfSatisfying(
                        News.Events.class,
                        it -> assertThat(it.events())
                                .extracting(EventView::type)
                                .containsExactly("b"));
    }

    @Test
    void aReaderThatIsTooLateIsToldSo() throws InterruptedException {
        long seen = happen("a").seq();
        for (String type : new String[] {"b", "c", "d", "e"}) {
            happen(type);
        }

        assertThat(log.await(seen, 10, NOT_AT_ALL)).isInstanceOf(News.Missed.class);
        assertThat(log.from(seen)).isEqualTo(5_002);
    }

    @Test
    void aReaderOfAnotherLogStartsWithTheNewest() {
        happen("a");

        assertThat(log.from(Long.MAX_VALUE)).isEqualTo(log.last());
        assertThat(log.from(0)).isEqualTo(5_000);
    }

    @Test
    void whoWaitsIsWokenByAnEventAndByTheEnd() throws Exception {
        long seen = log.last();
        CompletableFuture<News> waiting = CompletableFuture.supplyAsync(() -> await(seen));
        happen("a");

        assertThat(waiting.get(30, TimeUnit.SECONDS)).isInstanceOf(News.Events.class);

        CompletableFuture<News> last = CompletableFuture.supplyAsync(() -> await(log.last()));
        log.close();
        assertThat(last.get(30, TimeUnit.SECONDS)).isInstanceOf(News.Closed.class);
    }

    private News await(long seen) {
        try {
            return log.await(seen, 10, LONG);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
