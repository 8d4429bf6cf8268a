// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Lost;
import dev.baton.spi.ElectorEvent.Released;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Validity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What one contest for a lease wants, holds and has seen. Only {@link LeaseRules}, which decides what to ask for, and
 * {@link LeaseAnswers}, which decides what an answer means, access it.
 */
final class LeaseState {
    final LeaseAttempts attempts;
    private final List<LeaseEffect> effects = new ArrayList<>();

    /** The time of what happens now. */
    long now;
    /** When the next request is due. */
    long nextAt;

    boolean campaigning;
    boolean leaving;

    @Nullable
    Held held;

    @Nullable
    Giving giving;

    /** The highest epoch that was seen. */
    Epoch floor = Epoch.NONE;

    /** The live row that was read last. */
    @Nullable
    LeaseRow seen;

    /** The live row whose holder is proven to be gone. */
    @Nullable
    LeaseRow gone;

    /** The row of the present vacancy, if there was one. */
    @Nullable
    LeaseRow vacant;

    LeaseState(RandomGenerator chance, long now) {
        this.attempts = new LeaseAttempts(chance);
        this.now = now;
        this.nextAt = now;
    }

    /** A lease that this contest holds. */
    record Held(Epoch epoch, Validity validity) {}

    /** A lease that is being given back. */
    record Giving(Optional<Epoch> epoch, Optional<NodeId> successor, int tries) {}

    boolean holds(Epoch epoch) {
        return held != null && held.epoch().equals(epoch);
    }

    /** The live row of a holder, unless the holder is known to be gone. */
    @Nullable
    LeaseRow claimable() {
        return held == null && gone == null ? seen : null;
    }

    void lookNow() {
        nextAt = now;
    }

    void lookAgainIn(Duration pause) {
        nextAt = MonotonicTime.plus(now, pause);
    }

    void loseWhatLapsed() {
        if (held != null && !MonotonicTime.isBefore(now, held.validity().othersFrom())) {
            lose(held);
        }
    }

    void lose(Held lost) {
        forget();
        // What ran under the lost lease may not have stopped yet. A candidate that wants a new lease asks again.
        campaigning = false;
        tell(new Lost(lost.epoch()));
        lookNow();
    }

    void forget() {
        held = null;
        attempts.forget();
    }

    /** The lease is given back, or this was tried often enough. */
    void gaveBack(Giving done) {
        giving = null;
        attempts.giveUp();
        effects.add(new LeaseEffect.GaveBack(done.epoch()));
        done.epoch().ifPresent(epoch -> tell(new Released(epoch)));
    }

    void tell(ElectorEvent event) {
        if (!leaving) {
            effects.add(new LeaseEffect.Tell(event));
        }
    }

    void send(int call, LeaseRequest request) {
        effects.add(new LeaseEffect.Send(call, request));
    }

    List<LeaseEffect> drain() {
        List<LeaseEffect> drained = List.copyOf(effects);
        effects.clear();
        return drained;
    }
}
