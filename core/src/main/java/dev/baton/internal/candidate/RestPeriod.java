// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.LossReason;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a candidate from taking back a leadership that it gave up. It campaigns again after the rest. If it resigned or
 * transferred on request, it does not take over from the leader that followed, whatever the priorities are: a request
 * holds until that leadership has ended.
 */
final class RestPeriod {
    private final Duration rest;
    private long until;
    /** The leadership that was given up on request, and the one that followed it. */
    private @Nullable Epoch resigned;

    private @Nullable Epoch followed;

    RestPeriod(Duration rest, long now) {
        this.rest = rest;
        this.until = now;
    }

    void gaveUp(Epoch epoch, LossReason reason, long now) {
        switch (reason) {
            case RESIGNED, TRANSFERRED -> {
                until = MonotonicTime.plus(now, rest);
                resigned = epoch;
                followed = null;
            }
            case YIELDED, DUTY_FAILED, UNHEALTHY, FAULT -> until = MonotonicTime.plus(now, rest);
            case DEADLINE, SUPERSEDED, INELIGIBLE, CLOSED -> {}
        }
    }

    void leaderSeen(Epoch epoch) {
        if (resigned != null && followed == null && epoch.isAfter(resigned)) {
            followed = epoch;
        }
    }

    /** This node leads again. */
    void lead() {
        resigned = null;
        followed = null;
    }

    long until() {
        return until;
    }

    /** Whether this candidate may take over from this leader. */
    boolean allowsTakingOverFrom(Optional<Leader> leader, long now) {
        boolean rested = !MonotonicTime.isBefore(now, until);
        Epoch spared = followed;
        boolean asked = resigned == null
                || (spared != null
                        && leader.filter(one -> one.epoch().isAfter(spared)).isPresent());
        return rested && asked;
    }
}
