// SPDX-License-Identifier: Apache-2.0
package dev.baton.duties;

import java.util.Set;

/** The members of the cluster now, as the elector or another source knows them. */
@FunctionalInterface
public interface Members {
    Set<ClusterMember> present();
}
