// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.internal.duty.DutyCalls;
import dev.baton.spi.Elector;
import dev.baton.spi.Ticker;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.history.HistoryRecorder;
import dev.baton.testkit.history.RecordingFence;
import dev.baton.testkit.memory.LeaseRows;

/** How a simulated cluster is put together. A test that wants to see the simulation fail swaps a part for a bad one. */
public class SimulationParts {
    public static final SimulationParts SOUND = new SimulationParts();

    protected SimulationParts() {}

    protected LeaseRows rows() {
        return new LeaseRows();
    }

    protected Elector elector(Elector real, LeaseTerms terms, Ticker ticker) {
        return real;
    }

    protected DutyCalls calls(DutyCalls real) {
        return real;
    }

    protected RecordingFence fencedResource(HistoryRecorder history) {
        return new RecordingFence(history);
    }

    /** Whether the peer channel may say that this process is gone. */
    protected boolean provesDeath(SimulatedProcess silent) {
        return silent.hasEnded();
    }

    /** Whether a crash of the store loses what it had committed last. */
    protected boolean storeForgets() {
        return false;
    }

    /** Whether a monotonic clock stops while its process is paused. */
    protected boolean clocksStopInPause() {
        return false;
    }
}
