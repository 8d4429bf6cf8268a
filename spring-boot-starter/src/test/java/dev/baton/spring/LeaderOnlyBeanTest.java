// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static dev.baton.spring.LeaderOnlyMethodTest.awaitThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Duty;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** Leader-only beans, application events and the order in which things stop. */
class LeaderOnlyBeanTest {
    @RegisterExtension
    private final RecordedFaults faults = new RecordedFaults();

    private final ApplicationContextRunner runner = faults.in(new ApplicationContextRunner())
            .withConfiguration(AutoConfigurations.of(BatonAutoConfiguration.class))
            .withUserConfiguration(Application.class)
            .withPropertyValues(
                    "baton.elector=standalone", "baton.elections=nightly", "baton.candidates.nightly.stop-timeout=5m");

    @Test
    void beansStartWithLeadershipAndStopBeforeItIsGivenBack() {
        runner.run(context -> {
            Diary diary = context.getBean(Diary.class);
            awaitThat(
                    "all run",
                    () -> diary.lines.containsAll(List.of("consumer starts", "server starts", "duty starts")));

            context.getBean(Elections.class)
                    .find("nightly")
                    .orElseThrow()
                    .resign()
                    .get(60, TimeUnit.SECONDS);

            assertThat(diary.lines).contains("consumer stops", "server stops", "duty stops");
            assertThat(context.getBean(Consumer.class).isRunning()).isFalse();
        });
    }

    @Test
    void beansStayOutOfTheWayOnANodeThatDoesNotLead() {
        runner.withPropertyValues("baton.candidates.nightly.eligible=false").run(context -> {
            assertThat(context.getBean(Consumer.class).isRunning()).isFalse();
            assertThat(context.getBean(Diary.class).lines).containsExactly("website starts");
        });
    }

    @Test
    void onShutdownLeadershipIsHandedOverBeforeAnythingElseStops() {
        AtomicReference<Diary> kept = new AtomicReference<>();
        runner.run(context -> {
            Diary diary = context.getBean(Diary.class);
            kept.set(diary);
            awaitThat(
                    "all run",
                    () -> diary.lines.containsAll(List.of("consumer starts", "server starts", "duty starts", "won 1")));
        });

        Diary diary = kept.get();
        assertThat(diary.lines).filteredOn(it -> it.equals("consumer stops")).hasSize(1);
        assertThat(diary.lines.indexOf("website starts")).isLessThan(diary.lines.indexOf("consumer starts"));
        assertThat(diary.lines.indexOf("website stops")).isGreaterThan(diary.lines.indexOf("consumer stops"));
        assertThat(diary.lines.indexOf("pool closes"))
                .isGreaterThan(diary.lines.indexOf("consumer stops"))
                .isGreaterThan(diary.lines.indexOf("server stops"))
                .isGreaterThan(diary.lines.indexOf("duty stops"));
    }

    @Test
    void aNodeStandsOnlyWhileEverythingElseIsThere() {
        AtomicReference<Diary> kept = new AtomicReference<>();
        faults.in(new ApplicationContextRunner())
                .withConfiguration(AutoConfigurations.of(BatonAutoConfiguration.class))
                .withBean(Diary.class)
                .withBean(Website.class)
                .withBean(Printer.class)
                .withPropertyValues(
                        "baton.elector=standalone",
                        "baton.elections=nightly",
                        "baton.candidates.nightly.stop-timeout=5m")
                .run(context -> {
                    kept.set(context.getBean(Diary.class));
                    awaitThat("leads", () -> kept.get().lines.contains("won 1"));
                });

        assertThat(kept.get().lines).contains("website starts", "website stops", "printer starts", "printer stops");
    }

    @Test
    void leadershipIsToldAsEvents() {
        runner.run(context -> {
            Diary diary = context.getBean(Diary.class);
            awaitThat("won", () -> diary.lines.contains("won 1"));
            context.getBean(Elections.class)
                    .find("nightly")
                    .orElseThrow()
                    .resign()
                    .get(60, TimeUnit.SECONDS);

            awaitThat("lost", () -> diary.lines.contains("lost 1 RESIGNED"));
            awaitThat("seen", () -> diary.lines.contains("leader 1"));
        });
    }

    @Test
    void aContextThatWasStoppedStandsAgainWhenItIsStarted() {
        runner.run(context -> {
            Elections elections = context.getBean(Elections.class);
            awaitThat("leads", () -> elections.isLeader("nightly"));

            context.getSourceApplicationContext().stop();
            assertThat(elections.isLeader("nightly")).isFalse();
            assertThat(elections.find("nightly")).isEmpty();

            context.getBean(BatonLifecycle.class).start();
            awaitThat("leads again", () -> elections.isLeader("nightly"));
        });
    }

    @Test
    void aBeanThatStillRunsAfterItsStopCannotBeStopped() {
        LifecycleDuty duty = new LifecycleDuty("immortal", new Lifecycle() {
            @Override
            public void start() {}

            @Override
            public void stop() {}

            @Override
            public boolean isRunning() {
                return true;
            }
        });

        assertThat(duty.health().ok()).isTrue();
        assertThatThrownBy(duty::stop).hasMessageContaining("immortal still runs");
    }

    @Test
    void aBeanThatEndedByItselfIsNotWell() {
        Consumer consumer = new Consumer(new Diary());

        assertThat(new LifecycleDuty("consumer", consumer).health().detail()).contains("has stopped running");
    }

    @Configuration
    static class Application {
        @Bean
        Diary diary() {
            return new Diary();
        }

        @Bean
        Pool pool(Diary diary) {
            return new Pool(diary);
        }

        @Bean
        Consumer consumer(Diary diary) {
            return new Consumer(diary);
        }

        @Bean
        @LeaderOnly("nightly")
        Server server(Diary diary) {
            return new Server(diary);
        }

        @Bean
        Website website(Diary diary, Elections elections) {
            return new Website(diary, elections);
        }

        @Bean
        Task task(Diary diary) {
            return new Task(diary);
        }
    }

    static class Diary {
        final List<String> lines = new CopyOnWriteArrayList<>();

        @EventListener
        void won(LeadershipEvent.Won event) {
            lines.add("won " + event.leadership().epoch());
        }

        @EventListener
        void lost(LeadershipEvent.Lost event) {
            lines.add("lost " + event.epoch() + " " + event.reason());
        }

        @EventListener
        void changed(LeadershipEvent.LeaderChanged event) {
            lines.add("leader " + event.current().epoch());
        }
    }

    record Pool(Diary diary) implements AutoCloseable {
        @Override
        public void close() {
            diary.lines.add("pool closes");
        }
    }

    /** A component with the annotation on its class. */
    @LeaderOnly("nightly")
    static class Consumer implements SmartLifecycle {
        private final Diary diary;
        private volatile boolean running;

        Consumer(Diary diary) {
            this.diary = diary;
        }

        @Override
        public boolean isAutoStartup() {
            return false;
        }

        @Override
        public void start() {
            running = true;
            diary.lines.add("consumer starts");
        }

        @Override
        public void stop() {
            // Time enough for what does not wait for this to go ahead.
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
            running = false;
            diary.lines.add("consumer stops");
        }

        @Override
        public boolean isRunning() {
            return running;
        }
    }

    /** What every replica has, in the phase that web servers have. */
    static class Website implements SmartLifecycle {
        private final Diary diary;
        private final Elections elections;
        private final String name;
        private final int phase;
        private volatile boolean running;

        @Autowired
        Website(Diary diary, Elections elections) {
            this(diary, elections, "website", SmartLifecycle.DEFAULT_PHASE - 2048);
        }

        Website(Diary diary, Elections elections, String name, int phase) {
            this.diary = diary;
            this.elections = elections;
            this.name = name;
            this.phase = phase;
        }

        private void note(String what) {
            diary.lines.add(name + what + (elections.find("nightly").isPresent() ? " while this node stands" : ""));
        }

        @Override
        public int getPhase() {
            return phase;
        }

        @Override
        public void start() {
            running = true;
            note(" starts");
        }

        @Override
        public void stop() {
            running = false;
            note(" stops");
        }

        @Override
        public boolean isRunning() {
            return running;
        }
    }

    /** In the phase that a {@code SmartLifecycle} has unless it says otherwise: the last one, and that of this node. */
    static class Printer extends Website {
        Printer(Diary diary, Elections elections) {
            super(diary, elections, "printer", SmartLifecycle.DEFAULT_PHASE);
        }
    }

    /** A class of somebody else's, annotated where the bean is declared. */
    static final class Server implements Lifecycle {
        private final Diary diary;
        private volatile boolean running;

        Server(Diary diary) {
            this.diary = diary;
        }

        @Override
        public void start() {
            running = true;
            diary.lines.add("server starts");
        }

        @Override
        public void stop() {
            running = false;
            diary.lines.add("server stops");
        }

        @Override
        public boolean isRunning() {
            return running;
        }
    }

    @LeaderOnly("nightly")
    record Task(Diary diary) implements Duty {
        @Override
        public String name() {
            return "task";
        }

        @Override
        public void start(Leadership leadership, Crash crash) {
            diary.lines.add("duty starts");
        }

        @Override
        public void stop() {
            diary.lines.add("duty stops");
        }
    }
}
