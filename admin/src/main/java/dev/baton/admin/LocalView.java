// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.List;

/** A node's report about itself. */
public record LocalView(String cluster, NodeView node, List<ElectionView> elections, List<DutyView> duties) {}
