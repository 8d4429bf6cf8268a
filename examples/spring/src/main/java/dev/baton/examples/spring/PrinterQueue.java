// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.spring;

import dev.baton.spring.LeaderOnly;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.springframework.context.Lifecycle;
import org.springframework.stereotype.Component;

// tag::bean[]
@Component
@LeaderOnly("invoices") // started when this replica leads, stopped before another one may
class PrinterQueue implements Lifecycle {
    private Optional<ExecutorService> printing = Optional.empty();

    @Override
    public synchronized void start() {
        printing = Optional.of(Executors.newSingleThreadExecutor());
    }

    @Override
    public synchronized void stop() { // returns when printing has stopped
        ExecutorService ending = printing.orElseThrow();
        ending.shutdownNow();
        try {
            if (ending.awaitTermination(4, TimeUnit.SECONDS)) {
                printing = Optional.empty();
            }
        } catch (InterruptedException overdue) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return printing.isPresent();
    }
}
// end::bean[]
