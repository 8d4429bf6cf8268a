// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

/** Where tasks run and what time it is. Real threads in production, one thread and virtual time in the simulator. */
public interface Lanes extends AutoCloseable {
    Ticker ticker();

    Lane open(String name);

    /** Tasks still queued are dropped. */
    @Override
    void close();
}
