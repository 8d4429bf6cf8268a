// SPDX-License-Identifier: Apache-2.0
package dev.baton.duties;

import dev.baton.core.NodeId;
import java.util.Objects;

/** A node as a duty sees it; {@code zone} is empty where zones do not matter. */
public record ClusterMember(NodeId id, String zone) {
    public ClusterMember {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(zone, "zone");
    }

    public static ClusterMember of(String id) {
        return new ClusterMember(NodeId.of(id), "");
    }

    public static ClusterMember of(String id, String zone) {
        return new ClusterMember(NodeId.of(id), zone);
    }
}
