// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.Duty;
import dev.baton.Health;
import dev.baton.Leadership;
import java.util.concurrent.CountDownLatch;
import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;

/** A bean with a lifecycle as a duty: one that stops running by itself is started again. */
record LifecycleDuty(String name, Lifecycle bean) implements Duty {
    @Override
    public void start(Leadership leadership, Crash crash) {
        bean.start();
    }

    @Override
    public void stop() throws InterruptedException {
        if (!bean.isRunning()) {
            return;
        }
        if (bean instanceof SmartLifecycle smart) {
            CountDownLatch stopped = new CountDownLatch(1);
            smart.stop(stopped::countDown);
            stopped.await();
        } else {
            bean.stop();
        }
        if (bean.isRunning()) {
            throw new IllegalStateException("the bean " + name + " still runs after its stop()");
        }
    }

    @Override
    public Health health() {
        return bean.isRunning() ? Health.OK : Health.bad("the bean " + name + " has stopped running");
    }
}
