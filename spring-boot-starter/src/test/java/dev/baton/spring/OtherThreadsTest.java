// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static dev.baton.spring.LeaderOnlyMethodTest.awaitLeads;
import static dev.baton.spring.LeaderOnlyMethodTest.awaitThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.test.util.AopTestUtils;

/** Leader-only methods that Spring runs on other threads than those of their callers, or on a thread for each run. */
class OtherThreadsTest {
    @RegisterExtension
    private final RecordedFaults faults = new RecordedFaults();

    private final ApplicationContextRunner runner = faults.in(new ApplicationContextRunner())
            .withConfiguration(AutoConfigurations.of(BatonAutoConfiguration.class))
            .withPropertyValues(
                    "baton.elector=standalone", "baton.elections=nightly", "baton.candidates.nightly.stop-timeout=5m");

    @Test
    void leadershipIsGivenBackWhenAnAsyncMethodHasReturnedOnItsOwnThread() {
        leadershipIsGivenBackWhenTheMethodHasReturned(Asynchronous.class);
    }

    @Test
    void alsoWhereAsyncMethodsHaveTheirProxyFirst() {
        leadershipIsGivenBackWhenTheMethodHasReturned(AsynchronousFirst.class);
    }

    private void leadershipIsGivenBackWhenTheMethodHasReturned(Class<?> configuration) {
        runner.withUserConfiguration(configuration).run(context -> {
            Elections elections = context.getBean(Elections.class);
            awaitLeads(elections, "nightly");
            Work proxy = context.getBean(Work.class);
            Work work = AopTestUtils.getTargetObject(proxy);
            proxy.work();
            work.begun.await();

            Candidate candidate = elections.find("nightly").orElseThrow();
            CompletableFuture<Void> resigned = candidate.resign();
            try {
                assertThat(work.interrupted.await(60, TimeUnit.SECONDS))
                        .as("the run is told to end")
                        .isTrue();
                awaitThat("stepping down", () -> candidate.status().state() == Candidate.State.STEPPING_DOWN);
                assertThat(resigned).isNotDone();
            } finally {
                work.release.countDown();
            }
            resigned.get(60, TimeUnit.SECONDS);
        });
    }

    @Test
    void runsThatASchedulerStartsBesideEachOtherHaveAllEndedWhenTheContextIsClosed() {
        AtomicInteger running = new AtomicInteger();
        runner.withUserConfiguration(ThreadForEachRun.class)
                .withBean(Ticks.class, () -> new Ticks(running))
                .run(context -> awaitThat("two runs at once", () -> running.get() >= 2));

        assertThat(running).hasValue(0);
    }

    @Configuration
    @EnableAsync
    static class Asynchronous extends Worker {}

    @Configuration
    @EnableAsync(order = Ordered.HIGHEST_PRECEDENCE)
    static class AsynchronousFirst extends Worker {}

    static class Worker {
        @Bean
        SimpleAsyncTaskExecutor taskExecutor() {
            return new SimpleAsyncTaskExecutor();
        }

        @Bean
        Work work() {
            return new Work();
        }
    }

    static class Work {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch interrupted = new CountDownLatch(1);
        final CountDownLatch release = new CountDownLatch(1);

        @Async
        @LeaderOnly("nightly")
        public void work() {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException told) {
                interrupted.countDown();
                try {
                    release.await();
                } catch (InterruptedException unexpected) {
                    throw new AssertionError(unexpected);
                }
            }
        }
    }

    /** As with {@code spring.threads.virtual.enabled}. */
    @Configuration
    @EnableScheduling
    static class ThreadForEachRun {
        @Bean
        SimpleAsyncTaskScheduler taskScheduler() {
            return new SimpleAsyncTaskScheduler();
        }
    }

    static class Ticks {
        private final AtomicInteger running;

        Ticks(AtomicInteger running) {
            this.running = running;
        }

        @Scheduled(fixedRate = 5)
        @LeaderOnly("nightly")
        public void tick() {
            running.incrementAndGet();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException told) {
                Thread.currentThread().interrupt();
            } finally {
                running.decrementAndGet();
            }
        }
    }
}
