// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.time.Instant;
import java.util.List;

/** The whole cluster as one node sees it. */
public record ClusterView(
        String cluster,
        String answeredBy,
        Instant at,
        List<NodeView> nodes,
        List<ElectionView> elections,
        List<String> unreachable) {}
