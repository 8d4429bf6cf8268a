// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.NotLeaderException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.test.util.AopTestUtils;

/** What happens to a leader-only method, in real contexts on the standalone elector. */
class LeaderOnlyMethodTest {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    private final RecordedFaults faults = new RecordedFaults();

    private final ApplicationContextRunner runner = faults.in(new ApplicationContextRunner())
            .withConfiguration(AutoConfigurations.of(BatonAutoConfiguration.class))
            .withPropertyValues(
                    "baton.elector=standalone",
                    "baton.elections=nightly,other",
                    "baton.candidates.nightly.stop-timeout=5m",
                    "baton.candidates.other.stop-timeout=5m");

    @Test
    void aScheduledMethodRunsUnderTheLeadershipOfItsElection() {
        runner.withUserConfiguration(Scheduling.class).run(context -> {
            Ticks ticks = target(context.getBean(Ticks.class));
            awaitThat("three runs", () -> ticks.seen.size() >= 3);

            assertThat(ticks.seen).allSatisfy(it -> {
                assertThat(it.election().value()).isEqualTo("nightly");
                assertThat(it.epoch().value()).isEqualTo(1);
            });
            assertThat(context.getBean(Elections.class).current()).isEmpty();
        });
    }

    @Test
    void whileThisNodeDoesNotLeadItIsLeftOut() {
        runner.withUserConfiguration(Calling.class)
                .withPropertyValues("baton.candidates.nightly.eligible=false")
                .run(context -> {
                    Calls calls = context.getBean(Calls.class);
                    awaitLeads(context.getBean(Elections.class), "other");

                    calls.count();
                    assertThat(target(calls).counted).isEmpty();
                    assertThatThrownBy(calls::ask)
                            .isInstanceOf(NotLeaderException.class)
                            .hasMessageContaining("this node does not lead nightly");
                });
    }

    @Test
    void aCallFromAnotherLeaderOnlyMethodIsPartOfItsRun() {
        runner.withUserConfiguration(Calling.class).run(context -> {
            awaitLeads(context.getBean(Elections.class), "nightly");
            awaitLeads(context.getBean(Elections.class), "other");

            context.getBean(Outer.class).callBoth();
            assertThat(target(context.getBean(Calls.class)).counted).hasSize(1);
            assertThat(target(context.getBean(Outer.class)).seen).containsExactly("other", "nightly", "other");
        });
    }

    @Test
    void aMethodWhoseWorkFailsEndsItsRun() {
        runner.withUserConfiguration(Calling.class).run(context -> {
            Elections elections = context.getBean(Elections.class);
            awaitLeads(elections, "nightly");

            assertThatThrownBy(context.getBean(Calls.class)::fail).hasMessage("for the test");
            assertThat(elections.current()).isEmpty();
            elections.find("nightly").orElseThrow().resign().get(60, TimeUnit.SECONDS);
        });
    }

    @Test
    void leadershipIsGivenBackOnlyWhenTheRunHasReturned() {
        runner.withUserConfiguration(Calling.class).run(context -> {
            Elections elections = context.getBean(Elections.class);
            Stubborn proxy = context.getBean(Stubborn.class);
            Stubborn stubborn = target(proxy);
            awaitLeads(elections, "nightly");
            CompletableFuture<Boolean> interruptedAfterwards = CompletableFuture.supplyAsync(() -> {
                proxy.work();
                return Thread.interrupted();
            });
            stubborn.begun.await();

            Candidate candidate = elections.find("nightly").orElseThrow();
            CompletableFuture<Void> resigned = candidate.resign();
            stubborn.interrupted.await();

            try {
                awaitThat("stepping down", () -> candidate.status().state() == Candidate.State.STEPPING_DOWN);
                assertThat(resigned).isNotDone();
            } finally {
                // A run that never returned would not let the context close.
                stubborn.release.countDown();
            }
            resigned.get(60, TimeUnit.SECONDS);
            assertThat(interruptedAfterwards.get(60, TimeUnit.SECONDS))
                    .as("an interrupt outlives its run")
                    .isFalse();
        });
    }

    @Test
    void anInterruptThatTheRunDidNotHeedEndsWithIt() {
        runner.withUserConfiguration(Calling.class).run(context -> {
            Elections elections = context.getBean(Elections.class);
            awaitLeads(elections, "nightly");
            AtomicReference<CompletableFuture<Void>> resigned = new AtomicReference<>();

            context.getBean(Calls.class).call(() -> {
                resigned.set(elections.find("nightly").orElseThrow().resign());
                awaitThat("interrupted", () -> Thread.currentThread().isInterrupted());
            });

            assertThat(Thread.interrupted()).isFalse();
            resigned.get().get(60, TimeUnit.SECONDS);
        });
    }

    @Test
    void closingTheContextWaitsForTheRunBeforeItClosesWhatTheRunNeeds() {
        AtomicReference<Closing> closing = new AtomicReference<>();
        runner.withUserConfiguration(Calling.class).run(context -> {
            Stubborn proxy = context.getBean(Stubborn.class);
            Stubborn stubborn = target(proxy);
            awaitLeads(context.getBean(Elections.class), "nightly");
            closing.set(context.getBean(Closing.class));
            stubborn.release.countDown();
            CompletableFuture<Void> unused = CompletableFuture.runAsync(proxy::work);
            stubborn.begun.await();
        });

        assertThat(closing.get().ended).isEqualTo(Optional.of(true));
    }

    @Test
    void aRunMayCloseTheContextAndDoesNotWaitForItself() {
        runner.withUserConfiguration(Calling.class).run(context -> {
            Elections elections = context.getBean(Elections.class);
            awaitLeads(elections, "nightly");
            Candidate candidate = elections.find("nightly").orElseThrow();
            AtomicReference<Candidate.State> whileItRan = new AtomicReference<>();

            context.getBean(Calls.class).call(() -> {
                context.getSourceApplicationContext(ConfigurableApplicationContext.class)
                        .close();
                whileItRan.set(candidate.status().state());
            });

            assertThat(context.getSourceApplicationContext(ConfigurableApplicationContext.class)
                            .isActive())
                    .isFalse();
            assertThat(whileItRan.get()).isNotIn(Candidate.State.STANDBY, Candidate.State.CLOSED);
            awaitThat("left", () -> candidate.status().state() == Candidate.State.CLOSED);
        });
    }

    /** The object behind the proxy, for its fields. */
    private static <T> T target(T proxy) {
        return AopTestUtils.getTargetObject(proxy);
    }

    static void awaitLeads(Elections elections, String election) {
        awaitThat(election + " is led", () -> elections.isLeader(election) && gateIsOpen(elections, election));
    }

    /** The gate opens a moment after the candidate leads. */
    private static boolean gateIsOpen(Elections elections, String election) {
        return elections.find(election).stream()
                .flatMap(it -> it.status().duties().stream())
                .allMatch(it -> it.state() == dev.baton.Duty.State.RUNNING);
    }

    static void awaitThat(String fact, BooleanSupplier holds) {
        eventually(fact, PATIENCE, holds, () -> "");
    }

    @Configuration
    @EnableScheduling
    static class Scheduling {
        @Bean
        Ticks ticks(Elections elections) {
            return new Ticks(elections);
        }
    }

    static class Ticks {
        final List<Leadership> seen = new CopyOnWriteArrayList<>();
        private final Elections elections;

        Ticks(Elections elections) {
            this.elections = elections;
        }

        @Scheduled(fixedDelay = 5)
        @LeaderOnly("nightly")
        void tick() {
            seen.add(elections.current().orElseThrow());
        }
    }

    @Configuration
    static class Calling {
        @Bean
        Calls calls() {
            return new Calls();
        }

        @Bean
        Outer outer(Elections elections, Calls calls) {
            return new Outer(elections, calls);
        }

        @Bean
        Stubborn stubborn(Closing closing) {
            return new Stubborn(closing);
        }

        @Bean
        Closing closing() {
            return new Closing();
        }
    }

    @LeaderOnly("nightly")
    static class Calls {
        final List<String> counted = new CopyOnWriteArrayList<>();

        public void count() {
            counted.add("call");
        }

        public int ask() {
            return counted.size();
        }

        public void call(Runnable work) {
            work.run();
        }

        public void fail() {
            throw new IllegalStateException("for the test");
        }
    }

    static class Outer {
        final List<String> seen = new CopyOnWriteArrayList<>();
        private final Elections elections;
        private final Calls calls;

        Outer(Elections elections, Calls calls) {
            this.elections = elections;
            this.calls = calls;
        }

        @LeaderOnly("other")
        public void callBoth() {
            note();
            calls.count();
            calls.ask();
            assertThat(elections.require("nightly").election().value()).isEqualTo("nightly");
            seen.add(elections.require("nightly").election().value());
            note();
        }

        private void note() {
            Optional<Leadership> current = elections.current();
            seen.add(current.orElseThrow().election().value());
        }
    }

    /** Something that a run needs. */
    static class Closing implements DisposableBean {
        volatile boolean runEnded;
        volatile Optional<Boolean> ended = Optional.empty();

        @Override
        public void destroy() {
            ended = Optional.of(runEnded);
        }
    }

    static class Stubborn {
        private final Closing closing;
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch interrupted = new CountDownLatch(1);
        final CountDownLatch release = new CountDownLatch(1);

        Stubborn(Closing closing) {
            this.closing = closing;
        }

        @LeaderOnly("nightly")
        public void work() {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException told) {
                interrupted.countDown();
                awaitRelease();
                closing.runEnded = true;
            }
        }

        private void awaitRelease() {
            try {
                release.await();
            } catch (InterruptedException unexpected) {
                throw new AssertionError(unexpected);
            }
        }
    }
}
