// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.CandidateSettings;
import dev.baton.Duty;
import dev.baton.Health;
import dev.baton.LeadershipListener;
import dev.baton.spi.ElectionEntry;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A candidate's configuration.
 *
 * @param quiet whether the log says who leads only at level DEBUG
 */
public record CandidatePlan(
        ElectionEntry entry,
        CandidateSettings settings,
        List<Duty> duties,
        Duty.Policy dutyPolicy,
        Optional<Health.Check> healthCheck,
        List<LeadershipListener> listeners,
        boolean quiet) {
    public CandidatePlan {
        Objects.requireNonNull(entry, "entry");
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(dutyPolicy, "dutyPolicy");
        Objects.requireNonNull(healthCheck, "healthCheck");
        duties = List.copyOf(duties);
        listeners = List.copyOf(listeners);
    }
}
