// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

/**
 * Monotonic time, for measuring. The origin is arbitrary and the value may wrap, so two readings are compared only by
 * the sign of their difference.
 */
@FunctionalInterface
public interface Ticker {
    long nanos();
}
