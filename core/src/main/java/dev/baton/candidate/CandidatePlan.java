// SPDX-License-Identifier: Apache-2.0
package dev.baton.candidate;

import dev.baton.core.HealthCheck;
import dev.baton.duty.Duty;
import dev.baton.duty.DutyPolicy;
import dev.baton.elector.Entry;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Everything a user says about one candidate. */
public record CandidatePlan(
        Entry entry,
        CandidateSettings settings,
        List<Duty> duties,
        DutyPolicy dutyPolicy,
        Optional<HealthCheck> healthCheck,
        List<LeadershipListener> listeners) {
    public CandidatePlan {
        Objects.requireNonNull(entry, "entry");
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(dutyPolicy, "dutyPolicy");
        Objects.requireNonNull(healthCheck, "healthCheck");
        duties = List.copyOf(duties);
        listeners = List.copyOf(listeners);
    }

    public static CandidatePlan of(Entry entry) {
        return new CandidatePlan(
                entry, CandidateSettings.defaults(), List.of(), DutyPolicy.DEFAULT, Optional.empty(), List.of());
    }
}
