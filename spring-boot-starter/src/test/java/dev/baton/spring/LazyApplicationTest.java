// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static dev.baton.spring.LeaderOnlyMethodTest.awaitThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spring.LeaderOnlyBeanTest.Consumer;
import dev.baton.spring.LeaderOnlyBeanTest.Diary;
import dev.baton.spring.LeaderOnlyBeanTest.Printer;
import dev.baton.spring.LeaderOnlyBeanTest.Website;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** An application whose beans are made when they are first used, as with {@code spring.main.lazy-initialization=true}. */
class LazyApplicationTest {
    @RegisterExtension
    private final RecordedFaults faults = new RecordedFaults();

    private final ApplicationContextRunner runner = faults.in(new ApplicationContextRunner())
            .withInitializer(it -> it.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
            .withConfiguration(AutoConfigurations.of(BatonAutoConfiguration.class))
            .withPropertyValues(
                    "baton.elector=standalone", "baton.elections=nightly", "baton.candidates.nightly.stop-timeout=5m");

    @Test
    void aNodeStandsOnlyWhileEverythingElseIsThere() {
        AtomicReference<Diary> kept = new AtomicReference<>();
        runner.withBean(Diary.class)
                .withBean(Printer.class)
                .withBean(Website.class)
                .withBean(Consumer.class)
                .run(context -> {
                    kept.set(context.getBean(Diary.class));
                    awaitThat("leads", () -> kept.get().lines.containsAll(List.of("won 1", "consumer starts")));
                });

        List<String> lines = kept.get().lines;
        assertThat(lines).contains("website starts", "website stops", "printer starts", "printer stops");
        assertThat(lines.indexOf("consumer stops")).isBetween(0, lines.indexOf("printer stops"));
    }

    @Test
    void anAnnotationThatWouldNotDoWhatItSaysStopsTheStart() {
        SetupFailuresTest.assertRefused(
                runner.withBean(FinalJob.class),
                "LazyApplicationTest$FinalJob.run(), which is final",
                "neither private, final nor static");
        SetupFailuresTest.assertRefused(
                runner.withUserConfiguration(NothingToStart.class), "neither a Lifecycle nor a Duty", "on its methods");
    }

    @Test
    void aBeanThatIsToBeLazyByItselfStaysSo() {
        runner.withBean(Fragile.class).run(context -> assertThat(context).hasNotFailed());
    }

    static class FinalJob {
        @LeaderOnly("nightly")
        public final void run() {}
    }

    @Configuration
    static class NothingToStart {
        @Bean
        @LeaderOnly("nightly")
        StringBuilder text() {
            return new StringBuilder();
        }
    }

    @Lazy
    static class Fragile {
        Fragile() {
            throw new AssertionError("made at the start");
        }

        @LeaderOnly("nightly")
        public void run() {}
    }
}
