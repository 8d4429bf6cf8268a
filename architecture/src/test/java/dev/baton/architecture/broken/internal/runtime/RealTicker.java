// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.internal.runtime;

/** Allowed: here is where time comes from. */
public final class RealTicker {
    public long now() {
        return System.nanoTime();
    }
}
