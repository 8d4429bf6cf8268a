// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static dev.baton.spring.LeaderOnlyMethodTest.awaitThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Duty;
import dev.baton.Leadership;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.Lifecycle;

/** A leader-only bean that breaks down is started again, while this node goes on leading. */
class SupervisedBeanTest {
    @RegisterExtension
    private final RecordedFaults faults = new RecordedFaults();

    private final ApplicationContextRunner runner = faults.in(new ApplicationContextRunner())
            .withConfiguration(AutoConfigurations.of(BatonAutoConfiguration.class))
            .withPropertyValues(
                    "baton.elector=standalone", "baton.elections=nightly", "baton.candidates.nightly.stop-timeout=5m");

    @Test
    void oneThatEndedByItselfIsStartedAgain() {
        runner.withBean("ending", Service.class, () -> new Service(0)).run(context -> {
            Service service = context.getBean(Service.class);
            awaitThat("runs", () -> service.starts() == 1 && service.isRunning());

            service.endByItself();

            awaitThat("runs again", () -> service.starts() == 2 && service.isRunning());
            assertStillTheFirstLeadership(context.getBean(Elections.class));
        });
    }

    @Test
    void oneWhoseStartThrowsIsStartedAgain() {
        runner.withBean("throwing", Service.class, () -> new Service(2)).run(context -> {
            Service service = context.getBean(Service.class);

            awaitThat("runs at the third attempt", () -> service.starts() == 3 && service.isRunning());
            assertStillTheFirstLeadership(context.getBean(Elections.class));
        });
    }

    @Test
    void aDutyThatReportsACrashIsStartedAgain() {
        runner.withBean("crashing", Crashing.class).run(context -> {
            Crashing duty = context.getBean(Crashing.class);

            awaitThat("started again", () -> duty.starts.get() == 2);
            assertThat(duty.stops.get()).isLessThanOrEqualTo(1);
            assertStillTheFirstLeadership(context.getBean(Elections.class));
        });
    }

    private static void assertStillTheFirstLeadership(Elections elections) {
        assertThat(elections.require("nightly").epoch().value()).isEqualTo(1);
    }

    @LeaderOnly("nightly")
    static class Service implements Lifecycle {
        private final int failures;
        private int starts;
        private boolean running;

        Service(int failures) {
            this.failures = failures;
        }

        @Override
        public synchronized void start() {
            starts++;
            if (starts <= failures) {
                throw new IllegalStateException("for the test");
            }
            running = true;
        }

        @Override
        public synchronized void stop() {
            running = false;
        }

        @Override
        public synchronized boolean isRunning() {
            return running;
        }

        synchronized void endByItself() {
            running = false;
        }

        synchronized int starts() {
            return starts;
        }
    }

    @LeaderOnly("nightly")
    static class Crashing implements Duty {
        final AtomicInteger starts = new AtomicInteger();
        final AtomicInteger stops = new AtomicInteger();

        @Override
        public String name() {
            return "crashing";
        }

        @Override
        public void start(Leadership leadership, Crash crash) {
            if (starts.incrementAndGet() == 1) {
                crash.report(new IllegalStateException("for the test"));
            }
        }

        @Override
        public void stop() {
            stops.incrementAndGet();
        }
    }
}
