// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node, as the API tells it. */
public record NodeInfo(
        String id,
        @Nullable String incarnation,
        @Nullable String address,
        @Nullable String admin,
        @Nullable String zone,
        int weight,
        @Nullable String version,
        @Nullable String elector,
        @Nullable String status,
        @Nullable String since,
        boolean eligible,
        List<String> leads,
        List<AlarmInfo> alarms) {
    public NodeInfo {
        leads = leads == null ? List.of() : leads;
        alarms = alarms == null ? List.of() : alarms;
    }

    public boolean up() {
        return "up".equals(status);
    }

    /** Something that the node has to tell an operator. */
    public record AlarmInfo(
            String kind, @Nullable String detail, @Nullable String at) {}
}
