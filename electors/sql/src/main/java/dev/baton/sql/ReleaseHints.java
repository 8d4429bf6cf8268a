// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.core.ElectionName;
import dev.baton.core.Instants;
import dev.baton.lease.LeaseRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides when it is worth asking which leases were given back, and whom to tell. Knows no thread and no database; its
 * caller locks.
 */
final class ReleaseHints {
    private final Duration remembered;
    /** When this node last looked at a lease that it does not hold. */
    private final Map<ElectionName, Long> standingBy = new HashMap<>();

    private final Map<String, Long> told = new HashMap<>();

    /** @param lease every contest looks at its row at least this often, so one that does not is over */
    ReleaseHints(Duration lease) {
        this.remembered = lease.multipliedBy(2);
    }

    void sent(LeaseRequest request, long now) {
        if (request instanceof LeaseRequest.Renew || request instanceof LeaseRequest.Release) {
            standingBy.remove(request.election());
        } else {
            standingBy.put(request.election(), now);
        }
    }

    /** Whether this node waits for anybody's lease. */
    boolean isNeeded(long now) {
        standingBy.values().removeIf(since -> !Instants.isBefore(now, Instants.plus(since, remembered)));
        return !standingBy.isEmpty();
    }

    /**
     * The elections to look at.
     *
     * @param released what was given back lately; news once per epoch
     * @param notices names of elections, each of them news, unless others stand in it
     */
    Set<ElectionName> news(Map<String, Long> released, List<String> notices) {
        Set<ElectionName> news = new HashSet<>();
        for (ElectionName election : standingBy.keySet()) {
            Long epoch = released.get(election.value());
            boolean isNews = epoch != null && !epoch.equals(told.get(election.value()));
            if (isNews || notices.contains(election.value())) {
                news.add(election);
            }
        }
        told.clear();
        told.putAll(released);
        return news;
    }
}
