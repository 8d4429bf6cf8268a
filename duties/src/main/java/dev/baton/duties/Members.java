// SPDX-License-Identifier: Apache-2.0
package dev.baton.duties;

import java.util.Set;

/** Who is in the cluster now, as the elector or whoever else knows it. */
@FunctionalInterface
public interface Members {
    Set<ClusterMember> present();
}
