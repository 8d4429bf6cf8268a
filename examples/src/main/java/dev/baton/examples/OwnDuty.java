// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Duty;
import dev.baton.Leadership;
import dev.baton.standalone.StandaloneElector;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A leader-only service with its own threads. */
public final class OwnDuty {
    private static final CountDownLatch IMPORTED = new CountDownLatch(1);

    private OwnDuty() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (Baton baton = Baton.node("node-1").start(StandaloneElector.inMemory())) {
            baton.stand("imports").duty(new Importer()).start();
            IMPORTED.await();
        }
    }

    // tag::duty[]
    static final class Importer implements Duty {
        private Optional<ScheduledExecutorService> timer = Optional.empty();

        @Override
        public String name() {
            return "importer";
        }

        @Override
        public void start(Leadership leadership, Crash crash) { // begins, and returns
            ScheduledExecutorService begun = Executors.newSingleThreadScheduledExecutor();
            timer = Optional.of(begun);
            ScheduledFuture<?> unused = begun.scheduleWithFixedDelay(
                    () -> {
                        try {
                            if (leadership.mayAct()) { // before each effect
                                importNext(leadership);
                            }
                        } catch (RuntimeException broken) {
                            crash.report(broken); // stopped, and started again after a pause
                        }
                    },
                    0,
                    100,
                    TimeUnit.MILLISECONDS);
        }

        @Override
        public void stop() throws InterruptedException { // returns only when nothing acts
            if (timer.isPresent()) {
                timer.get().shutdownNow();
                if (!timer.get().awaitTermination(4, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("an import does not end");
                }
            }
        }
    }
    // end::duty[]

    private static void importNext(Leadership leadership) {
        if (IMPORTED.getCount() > 0) {
            System.out.println("imported under epoch " + leadership.epoch());
            IMPORTED.countDown();
        }
    }
}
