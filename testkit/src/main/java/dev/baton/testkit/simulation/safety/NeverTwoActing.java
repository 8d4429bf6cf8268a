// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation.safety;

import dev.baton.Leadership;
import java.util.List;
import java.util.Optional;

/** At no instant may two nodes act as leaders of the same election. */
public final class NeverTwoActing implements SafetyRule {
    @Override
    public Optional<String> afterStep(ClusterView cluster) {
        List<Leadership> acting = cluster.acting();
        for (int i = 1; i < acting.size(); i++) {
            for (int j = 0; j < i; j++) {
                Leadership one = acting.get(j);
                Leadership other = acting.get(i);
                if (one.election().equals(other.election())) {
                    return Optional.of(one + " may act for " + one.remaining().toMillis() + " ms more, and so may "
                            + other + " for " + other.remaining().toMillis() + " ms");
                }
            }
        }
        return Optional.empty();
    }
}
