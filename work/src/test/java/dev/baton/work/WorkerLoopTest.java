// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.baton.Baton;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.memory.InMemoryLeases;
import dev.baton.work.memory.InMemoryWorkStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** What a loop on a partition may do, and what becomes of it. */
@Timeout(60)
class WorkerLoopTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final Baton baton = Baton.node("a")
            .faults((what, cause) -> faults.add(what))
            .start(new InMemoryLeases().elector(LeaseTerms.of(Duration.ofSeconds(4))));
    private final Work work = Work.on(baton, new InMemoryWorkStore());
    private final CompletableFuture<Worker> worker = new CompletableFuture<>();
    private final List<String> logged = new CopyOnWriteArrayList<>();

    @BeforeEach
    void define() {
        work.define(TaskList.of("billing/invoices", 1));
        work.coordinate();
    }

    @AfterEach
    void noFault() {
        baton.close();
        assertThat(faults).isEmpty();
    }

    @Test
    void aLoopMayNotCloseItsWorker() throws Exception {
        CompletableFuture<Throwable> closed = new CompletableFuture<>();
        CompletableFuture<Throwable> left = new CompletableFuture<>();
        worker.complete(work.worker("a")
                .loop(partition -> {
                    Worker own = worker.get();
                    closed.complete(catchThrowable(own::close));
                    left.complete(catchThrowable(() -> own.leave(SOON)));
                    new CountDownLatch(1).await();
                })
                .start());

        assertThat(closed.get(20, TimeUnit.SECONDS)).isInstanceOf(IllegalStateException.class);
        assertThat(left.get(20, TimeUnit.SECONDS)).isInstanceOf(IllegalStateException.class);
        assertThat(worker.join().session()).isPresent();
    }

    @Test
    void aLoopThatReturnsIsWarnedOf() {
        Logger logger = (Logger) LoggerFactory.getLogger(PartitionHandler.class);
        AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                logged.add(event.getLevel() + " " + event.getFormattedMessage());
            }
        };
        appender.start();
        logger.addAppender(appender);
        logger.setLevel(Level.WARN);

        work.worker("a").loop(partition -> {}).start();

        eventually("it is warned of", SOON, () -> !logged.isEmpty(), () -> logged);
        logger.detachAppender(appender);
        logger.setLevel(null);
        assertThat(logged).singleElement().asString().startsWith("WARN the loop on billing/invoices");
    }
}
