// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

import java.util.concurrent.Executor;

/**
 * A serial queue of tasks: one at a time, in order, on some thread of its {@link Lanes}. The owner of a state machine
 * has a lane, and accesses the state machine only from it.
 */
public interface Lane extends Executor {
    /**
     * Sets the lane's single alarm: {@code task} runs at or after {@code instant}, unless the alarm is set again
     * before.
     */
    void wakeAt(long instant, Runnable task);

    /** Cancels the alarm. */
    void cancelWake();
}
