// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node.
 *
 * @param address where it runs, as others see it
 * @param admin the URL of its admin API
 * @param eligible whether it may lead any of its elections
 * @param leads the elections that it leads
 */
public record NodeView(
        String id,
        @Nullable String incarnation,
        @Nullable String address,
        @Nullable String admin,
        @Nullable String zone,
        int weight,
        @Nullable String version,
        @Nullable String elector,
        Status status,
        @Nullable Instant since,
        boolean eligible,
        List<String> leads,
        List<AlarmView> alarms) {

    /** How sure it is that the node is there. */
    public enum Status {
        UP,
        SUSPECT,
        UNREACHABLE,
        LEAVING
    }
}
