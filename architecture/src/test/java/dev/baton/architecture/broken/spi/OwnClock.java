// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.spi;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Takes time from the machine instead of from its constructor. */
public final class OwnClock {
    private final LongSupplier ticker = System::nanoTime;

    public Instant later() throws InterruptedException {
        Thread.sleep(System.currentTimeMillis() - ticker.getAsLong());
        TimeUnit.SECONDS.sleep(1);
        return Instant.now();
    }
}
