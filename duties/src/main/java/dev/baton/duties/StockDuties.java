// SPDX-License-Identifier: Apache-2.0
package dev.baton.duties;

import dev.baton.duty.Duty;
import java.util.ArrayList;
import java.util.List;

/** The stock duties that are switched on; both are, unless told otherwise. */
public record StockDuties(boolean clusterHealthEnabled, boolean pollOrchestratorEnabled) {
    public static final StockDuties ALL = new StockDuties(true, true);

    /** The duties to add to a candidate. */
    public List<Duty> of(ClusterHealth health, PollOrchestrator polls) {
        List<Duty> duties = new ArrayList<>();
        if (clusterHealthEnabled) {
            duties.add(health);
        }
        if (pollOrchestratorEnabled) {
            duties.add(polls);
        }
        return List.copyOf(duties);
    }
}
