// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static dev.baton.spring.SetupFailuresTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Duty;
import dev.baton.Leadership;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.Lifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.test.util.AopTestUtils;

/** An annotation on a class goes for its methods: where one of them could not be guarded, the application does not start. */
class AnnotatedClassFailuresTest {
    private final ApplicationContextRunner standalone = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(BatonAutoConfiguration.class))
            .withPropertyValues("baton.elections=nightly", "baton.elector=standalone");

    private final ApplicationContextRunner withDatabase = standalone
            .withConfiguration(AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    BatonTransactionAutoConfiguration.class))
            .withPropertyValues("spring.datasource.generate-unique-name=true");

    @Test
    void aFinalMethod() {
        assertRefused(
                standalone.withBean(FinalMethod.class),
                "is @LeaderOnly, and its method dev.baton.spring.AnnotatedClassFailuresTest$FinalMethod.run() is final",
                "neither private, final nor static");
    }

    @Test
    void aStaticMethodThatIsScheduled() {
        assertRefused(standalone.withBean(StaticMethod.class), "StaticMethod.run() is static", "");
    }

    @Test
    void aPrivateMethodThatIsScheduled() {
        assertRefused(standalone.withBean(PrivateMethod.class), "PrivateMethod.run() is private", "");
    }

    @Test
    void aFinalMethodOfASuperclassThatIsScheduled() {
        assertRefused(standalone.withBean(Heir.class), "Base.tick() is final", "");
    }

    @Test
    void aFinalMethodOfASuperclassThatListens() {
        assertRefused(standalone.withBean(HeirOfListener.class), "ListeningBase.told() is final", "");
    }

    @Test
    void aMethodThatReturnsBeforeItsWorkIsDone() {
        assertRefused(
                standalone.withBean(Later.class),
                "is @LeaderOnly, and its method dev.baton.spring.AnnotatedClassFailuresTest$Later.run() returns a"
                        + " CompletableFuture",
                "before it returns");
    }

    @Test
    void aFinalClass() {
        assertRefused(
                standalone.withBean(FinalClass.class),
                "@LeaderOnly is on dev.baton.spring.AnnotatedClassFailuresTest$FinalClass, which is a final class",
                "neither final, sealed nor a record");
    }

    @Test
    void aLifecycleOfWhichThereIsOneForEachUse() {
        assertRefused(
                standalone.withBean("each", ForEachUse.class),
                "The bean each is @LeaderOnly and a Lifecycle or Duty, and there may be any number of it, as its scope is"
                        + " prototype",
                "Make it a singleton");
    }

    @Test
    void aLifecycleBehindAProxyOfItsScope() {
        assertRefused(
                standalone.withUserConfiguration(Scoped.class),
                "The bean scoped is @LeaderOnly and a Lifecycle or Duty",
                "Make it a singleton");
    }

    @Test
    void aClassOfWhichThereIsOneForEachUseIsGuardedAsEveryOther() {
        standalone
                .withBean(Methods.class)
                .withPropertyValues("baton.candidates.nightly.eligible=false")
                .run(context -> {
                    Methods each = context.getBean(Methods.class);
                    each.run();
                    assertThat(AopTestUtils.<Methods>getTargetObject(each).runs).isZero();
                });
    }

    @Test
    void aSealedClass() {
        assertRefused(standalone.withBean(Sealed.class), "Sealed, which is a sealed class", "");
    }

    @Test
    void aScheduledMethodOfABeanThatIsStartedAndStoppedAsAWhole() {
        assertRefused(
                standalone.withBean("service", ScheduledDuty.class),
                "The bean service is @LeaderOnly and a Lifecycle or Duty",
                "Move the method to another bean");
    }

    @Test
    void aFinalMethodOfAFencedClass() {
        assertRefused(
                withDatabase.withBean(FencedFinalMethod.class),
                "is @Fenced, and its method dev.baton.spring.AnnotatedClassFailuresTest$FencedFinalMethod.write() is"
                        + " final",
                "neither private, final nor static");
    }

    @Test
    void aFencedClassThatIsFinal() {
        assertRefused(withDatabase.withBean(FencedRecord.class), "FencedRecord, which is a final class", "");
    }

    @Test
    void aFencedClassOfAnElectionThatNobodyKnows() {
        assertRefused(
                withDatabase.withBean("writer", UnknownFenced.class),
                "@Fenced on the bean writer names the election \"weekly\"",
                "baton.elections, which is nightly");
    }

    @Test
    void aFencedClassThatIsADuty() {
        assertRefused(
                withDatabase.withBean(FencedDuty.class),
                "is @Fenced, and a Lifecycle or Duty",
                "Put @Fenced on those of its methods that write");
    }

    @Test
    void aMethodOfADutyIsFenced() {
        withDatabase
                .withBean(Service.class)
                .withPropertyValues("baton.candidates.nightly.eligible=false")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(SetupFailuresTest.failureOf(
                                    () -> context.getBean(Service.class).write()))
                            .hasMessageContaining("does not lead nightly");
                });
    }

    @Test
    void whatIsNoneOfTheAnnotationsBusinessIsAllowed() {
        standalone.withBean(Ordinary.class).run(context -> assertThat(context).hasNotFailed());
    }

    @LeaderOnly("nightly")
    static class FinalMethod {
        public final void run() {}
    }

    @LeaderOnly("nightly")
    static class StaticMethod {
        @Scheduled(fixedDelay = 10)
        static void run() {}
    }

    @LeaderOnly("nightly")
    static class PrivateMethod {
        @Scheduled(fixedDelay = 10)
        @SuppressWarnings("UnusedMethod")
        private void run() {}
    }

    static class Base {
        @Scheduled(fixedDelay = 10)
        public final void tick() {}
    }

    @LeaderOnly("nightly")
    static class Heir extends Base {}

    static class ListeningBase {
        @EventListener(LeadershipEvent.Won.class)
        public final void told() {}
    }

    @LeaderOnly("nightly")
    static class HeirOfListener extends ListeningBase {}

    @LeaderOnly("nightly")
    static class Later {
        public CompletableFuture<Void> run() {
            return new CompletableFuture<>();
        }
    }

    @LeaderOnly("nightly")
    static final class FinalClass {
        public void run() {}
    }

    @LeaderOnly("nightly")
    static sealed class Sealed permits OnlyOne {
        public void run() {}
    }

    static final class OnlyOne extends Sealed {}

    @LeaderOnly("nightly")
    static class ScheduledDuty implements Duty {
        @Override
        public String name() {
            return "scheduled";
        }

        @Override
        public void start(Leadership leadership, Crash crash) {}

        @Override
        public void stop() {}

        @Scheduled(fixedDelay = 10)
        public void run() {}
    }

    @Fenced("nightly")
    static class FencedFinalMethod {
        public final void write() {}
    }

    @Fenced("nightly")
    record FencedRecord() {}

    @Fenced("weekly")
    static class UnknownFenced {
        public void write() {}
    }

    @Fenced("nightly")
    static class FencedDuty extends Service {}

    static class Service implements Lifecycle {
        @Override
        public void start() {}

        @Override
        public void stop() {}

        @Override
        public boolean isRunning() {
            return false;
        }

        @Fenced("nightly")
        public void write() {}
    }

    static class Template {
        public final String name() {
            return "as many classes of Spring have one";
        }
    }

    /** Has what an annotation on a class is not about. */
    @LeaderOnly("nightly")
    static class Ordinary extends Template {
        private static int calls;

        public void run() {
            called();
        }

        private static void called() {
            calls++;
        }

        @Override
        public final String toString() {
            return "called " + calls + " times";
        }
    }

    @LeaderOnly("nightly")
    @Scope("prototype")
    static class ForEachUse implements Lifecycle {
        @Override
        public void start() {}

        @Override
        public void stop() {}

        @Override
        public boolean isRunning() {
            return false;
        }
    }

    @Configuration
    static class Scoped {
        @Bean
        @LeaderOnly("nightly")
        @Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
        ForEachUse scoped() {
            return new ForEachUse();
        }
    }

    @Scope("prototype")
    static class Methods {
        private int runs;

        @LeaderOnly("nightly")
        public void run() {
            runs++;
        }
    }
}
