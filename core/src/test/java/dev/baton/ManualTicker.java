// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import java.time.Duration;

/** A clock that moves because the test moves it. Any thread may read it. */
public final class ManualTicker implements Ticker {
    private volatile long nanos;

    public ManualTicker(long start) {
        this.nanos = start;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    public void set(long instant) {
        nanos = instant;
    }

    public void advance(Duration time) {
        nanos = MonotonicTime.plus(nanos, time);
    }
}
