// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static dev.baton.spring.SetupFailuresTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.PostConstruct;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.messaging.handler.annotation.MessageMapping;

/** An annotation on a method whose caller goes past the proxy, or would not notice that it was left out: nothing starts. */
class CallerFailuresTest {
    private static final String LEFT_OUT = "it would be left out on every node";

    private final ApplicationContextRunner standalone = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(BatonAutoConfiguration.class))
            .withPropertyValues("baton.elections=nightly", "baton.elector=standalone");

    @Test
    void aMethodThatSpringCallsOnTheObjectIsNotEvenCalledOnce() {
        List<String> calls = new CopyOnWriteArrayList<>();

        assertRefused(
                standalone.withBean(Prepared.class, () -> new Prepared(calls)),
                "@LeaderOnly is on dev.baton.spring.CallerFailuresTest$Prepared.prepare(), which Spring calls on the object",
                "a bean that is a Lifecycle or a Duty");
        assertThat(calls).isEmpty();
    }

    @Test
    void norOneThatSpringCallsByAnInterfaceOrThatIsFenced() {
        assertRefused(standalone.withBean(Initializing.class), "afterPropertiesSet(), which Spring calls on", "");
        assertRefused(standalone.withBean(FencedPrepared.class), "@Fenced is on", "a bean that is a Lifecycle");
    }

    @Test
    void aListenerOfMessagesThatWouldBeAcknowledgedAndLost() {
        assertRefused(standalone.withBean(Messages.class), "acknowledged without being worked off", "container");
        assertRefused(standalone.withBean(AllMessages.class), "acknowledged without being worked off", "container");
    }

    @Test
    void aRunnerOfTheStart() {
        assertRefused(standalone.withBean(Runner.class), LEFT_OUT, "started when leadership is won");
        assertRefused(standalone.withBean(CommandLine.class), LEFT_OUT, "started when leadership is won");
    }

    @Test
    void aListenerOfTheStartOrOfLeadership() {
        assertRefused(standalone.withBean(OnReady.class), LEFT_OUT, "started when leadership is won");
        assertRefused(standalone.withBean(OnRefresh.class), LEFT_OUT, "started when leadership is won");
        assertRefused(standalone.withBean(OnWon.class), LEFT_OUT, "started when leadership is won");
    }

    @Test
    void whoPreparesItselfAndListensToOtherEventsIsAllowed() {
        standalone.withBean(Allowed.class).run(context -> assertThat(context).hasNotFailed());
    }

    static class Prepared {
        private final List<String> calls;

        Prepared(List<String> calls) {
            this.calls = calls;
        }

        @PostConstruct
        @LeaderOnly("nightly")
        void prepare() {
            calls.add("prepare");
        }
    }

    static class Initializing implements InitializingBean {
        @Override
        @LeaderOnly("nightly")
        public void afterPropertiesSet() {}
    }

    static class FencedPrepared {
        @PostConstruct
        @Fenced("nightly")
        void prepare() {}
    }

    static class Messages {
        @MessageMapping("orders")
        @LeaderOnly("nightly")
        public void order(String message) {}
    }

    @LeaderOnly("nightly")
    static class AllMessages {
        @MessageMapping("orders")
        public int order(String message) {
            return message.length();
        }
    }

    static class Runner implements ApplicationRunner {
        @Override
        @LeaderOnly("nightly")
        public void run(ApplicationArguments arguments) {}
    }

    @LeaderOnly("nightly")
    static class CommandLine implements CommandLineRunner {
        @Override
        public void run(String... arguments) {}
    }

    static class OnReady {
        @EventListener(ApplicationReadyEvent.class)
        @LeaderOnly("nightly")
        public void ready() {}
    }

    static class OnRefresh {
        @EventListener
        @LeaderOnly("nightly")
        public void refreshed(ContextRefreshedEvent event) {}
    }

    static class OnWon {
        @EventListener
        @LeaderOnly("nightly")
        public void won(LeadershipEvent.Won event) {}
    }

    @LeaderOnly("nightly")
    static class Allowed {
        @PostConstruct
        public void prepare() {}

        @EventListener
        public void ordered(String event) {}

        public void run(String name) {}
    }
}
