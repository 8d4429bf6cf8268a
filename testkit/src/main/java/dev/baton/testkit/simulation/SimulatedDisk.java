// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * The disk of a {@link ClusterNode}: what it is given is done after the time that a write takes, mostly a moment and
 * sometimes as long as a disk stalls, and never if the process ends before.
 */
public final class SimulatedDisk implements Executor {
    private static final long NORMAL_NANOS = 3_000_000;
    private static final double STALLS = 0.05;

    private final SimulatedProcess process;
    private final SeededRandom chance;
    private final Duration longestStall;

    SimulatedDisk(SimulatedProcess process, SeededRandom chance, Duration longestStall) {
        this.process = process;
        this.chance = chance;
        this.longestStall = longestStall;
    }

    @Override
    public void execute(Runnable write) {
        long takes = chance.happens(STALLS) ? chance.nanos(Duration.ZERO, longestStall) : chance.nanos(0, NORMAL_NANOS);
        process.after(takes, write);
    }
}
