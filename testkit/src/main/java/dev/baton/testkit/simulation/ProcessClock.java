// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.spi.Ticker;

/** A monotonic clock with an origin of its own, which runs a little fast or slow. */
final class ProcessClock implements Ticker {
    private static final long MILLION = 1_000_000;
    private static final long FURTHEST = 100L * 3_600 * 1_000_000_000;
    private static final long MAX_DRIFT = 1_000;
    private static final long NEAR_WRAP = 40_000_000_000L;

    private final Scheduler scheduler;
    private final long began;
    private final long origin;
    private final long driftPerMillion;
    private final SimulatedProcess.Pauses pauses;
    private final boolean stopsInPause;

    ProcessClock(
            Scheduler scheduler,
            long origin,
            long driftPerMillion,
            SimulatedProcess.Pauses pauses,
            boolean stopsInPause) {
        this.scheduler = scheduler;
        this.began = scheduler.now();
        this.origin = origin;
        this.driftPerMillion = driftPerMillion;
        this.pauses = pauses;
        this.stopsInPause = stopsInPause;
    }

    /** Its readings may wrap while a process runs, and everything must go on as if they did not. */
    static ProcessClock anywhere(
            Scheduler scheduler, SeededRandom chance, SimulatedProcess.Pauses pauses, boolean stopsInPause) {
        long origin = chance.happens(0.3)
                ? Long.MAX_VALUE - chance.nanos(0, NEAR_WRAP)
                : chance.generator().nextLong();
        return new ProcessClock(scheduler, origin, chance.nanos(-MAX_DRIFT, MAX_DRIFT), pauses, stopsInPause);
    }

    @Override
    public long nanos() {
        long elapsed = scheduler.now() - began - (stopsInPause ? pauses.total(scheduler.now()) : 0);
        return origin + elapsed + elapsed * driftPerMillion / MILLION;
    }

    /** The earliest virtual instant to look again whether {@code instant} has come; may be a little early. */
    long virtual(long instant) {
        long wait = Math.min(instant - nanos(), FURTHEST);
        return wait <= 0 ? scheduler.now() : scheduler.now() + Math.max(1, wait - wait * driftPerMillion / MILLION);
    }
}
