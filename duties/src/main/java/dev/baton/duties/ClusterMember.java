// SPDX-License-Identifier: Apache-2.0
package dev.baton.duties;

import dev.baton.NodeId;
import java.util.Objects;

/**
 * A node as a duty sees it.
 *
 * @param zone empty where zones do not matter
 * @param weight how much work it takes, compared with others; none with 0
 */
public record ClusterMember(NodeId id, String zone, int weight) {
    public ClusterMember {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(zone, "zone");
        if (weight < 0) {
            throw new IllegalArgumentException("weight must not be negative");
        }
    }

    public static ClusterMember of(String id) {
        return of(id, "");
    }

    public static ClusterMember of(String id, String zone) {
        return new ClusterMember(NodeId.of(id), zone, 1);
    }
}
