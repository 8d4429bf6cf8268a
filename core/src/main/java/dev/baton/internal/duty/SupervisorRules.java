// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.duty;

import dev.baton.Duty;
import dev.baton.internal.duty.SupervisorEffect.AllStopped;
import dev.baton.spi.MonotonicTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The rules of one-for-one supervision, for all duties of a candidate: what happened goes in, what is to be done comes
 * out. Confined to the candidate's lane.
 */
final class SupervisorRules {
    private final List<SupervisorEffect> effects = new ArrayList<>();
    private final List<SupervisedDuty> duties = new ArrayList<>();
    private boolean active;
    private boolean stopping;

    SupervisorRules(List<String> names, Duty.Policy policy) {
        for (int i = 0; i < names.size(); i++) {
            duties.add(new SupervisedDuty(i, names.get(i), policy, effects));
        }
    }

    List<SupervisorEffect> lead(long now) {
        active = true;
        stopping = false;
        duties.forEach(duty -> duty.lead(now));
        return drain();
    }

    /** Tells all duties to stop; called again, it can only bring the time limit forward. */
    List<SupervisorEffect> stop(long stopBy, long now) {
        stopping = true;
        return each(duty -> duty.stop(stopBy, now));
    }

    List<SupervisorEffect> tick(long now) {
        return each(duty -> duty.tick(now));
    }

    /** Applies what happened to one duty. */
    List<SupervisorEffect> on(int duty, Consumer<SupervisedDuty> happened) {
        happened.accept(duties.get(duty));
        return finish();
    }

    private List<SupervisorEffect> each(Consumer<SupervisedDuty> happened) {
        duties.forEach(happened);
        return finish();
    }

    private List<SupervisorEffect> finish() {
        if (active && stopping && duties.stream().allMatch(SupervisedDuty::isStopped)) {
            active = false;
            effects.add(new AllStopped());
        }
        return drain();
    }

    long wakeAt(long now) {
        return duties.stream()
                .mapToLong(duty -> duty.wakeAt(now))
                .reduce(MonotonicTime.never(now), MonotonicTime::earlier);
    }

    List<Duty.Status> status() {
        return duties.stream().map(SupervisedDuty::status).toList();
    }

    private List<SupervisorEffect> drain() {
        List<SupervisorEffect> drained = List.copyOf(effects);
        effects.clear();
        return drained;
    }
}
