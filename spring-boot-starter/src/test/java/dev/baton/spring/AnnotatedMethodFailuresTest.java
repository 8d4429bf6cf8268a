// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static dev.baton.spring.SetupFailuresTest.assertRefused;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.scheduling.annotation.Scheduled;

/** An annotated method that nothing could guard, or whose end nothing could see: the application does not start. */
class AnnotatedMethodFailuresTest {
    private final ApplicationContextRunner standalone = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(BatonAutoConfiguration.class))
            .withPropertyValues("baton.elections=nightly,hourly", "baton.elector=standalone");

    @Test
    void aPrivateMethod() {
        assertRefused(
                standalone.withBean(PrivateMethod.class), "which is private", "neither private, final nor static");
    }

    @Test
    void aFinalMethod() {
        assertRefused(standalone.withBean(FinalMethod.class), "which is final", "neither private, final nor static");
    }

    @Test
    void aStaticMethod() {
        assertRefused(standalone.withBean(StaticMethod.class), "which is static", "neither private, final nor static");
    }

    @Test
    void aPrivateFencedMethod() {
        assertRefused(standalone.withBean(PrivateFenced.class), "@Fenced is on", "neither private, final nor static");
    }

    @Test
    void aMethodOfAFinalClass() {
        assertRefused(standalone.withBean(FinalClass.class), "which is in a final class", "a class that is not final");
    }

    @Test
    void aMethodThatReturnsBeforeItsWorkIsDone() {
        assertRefused(standalone.withBean(Later.class), "returns a CompletableFuture", "before it returns");
    }

    static class PrivateMethod {
        @Scheduled(fixedDelay = 10)
        @LeaderOnly("nightly")
        @SuppressWarnings("UnusedMethod")
        private void run() {}
    }

    static class FinalMethod {
        @LeaderOnly("nightly")
        public final void run() {}
    }

    static class StaticMethod {
        @LeaderOnly("nightly")
        public static void run() {}
    }

    static class PrivateFenced {
        @Fenced("nightly")
        @SuppressWarnings("UnusedMethod")
        private void run() {}
    }

    static final class FinalClass {
        @LeaderOnly("nightly")
        public void run() {}
    }

    static class Later {
        @LeaderOnly("nightly")
        public CompletableFuture<Void> run() {
            return new CompletableFuture<>();
        }
    }
}
