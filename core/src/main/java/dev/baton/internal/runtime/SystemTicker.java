// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.runtime;

import dev.baton.spi.Ticker;

/** The monotonic clock of this process. */
public final class SystemTicker {
    public static final Ticker INSTANCE = System::nanoTime;

    private SystemTicker() {}
}
