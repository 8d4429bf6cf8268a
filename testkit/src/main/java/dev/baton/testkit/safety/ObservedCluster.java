// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.Leadership;
import java.util.List;

/** What a rule may know about a simulated cluster beyond its history: the truth that no node can see. */
public interface ObservedCluster {
    /** Virtual time, in nanoseconds. */
    long now();

    /** All leaderships under which a process that has not ended may act at this moment. */
    List<Leadership> acting();

    /** @param process a node and its incarnation */
    boolean hasEnded(String process);

    /** Whether a process has not run at some time within the last lease and stop timeout. */
    boolean wasPausedLately(String process);
}
