// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything at a glance, as the API tells it. */
public record ClusterInfo(
        @Nullable String cluster,
        @Nullable String answeredBy,
        @Nullable String at,
        List<NodeInfo> nodes,
        List<ElectionInfo> elections,
        List<String> unreachable) {
    public ClusterInfo {
        nodes = nodes == null ? List.of() : nodes;
        elections = elections == null ? List.of() : elections;
        unreachable = unreachable == null ? List.of() : unreachable;
    }
}
