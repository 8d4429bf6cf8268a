// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.LossReason;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A leader yields to a preferred node only after it has led for the minimum hold, however often that node comes and
 * goes.
 */
public final class LeadersYieldSeldom implements SafetyRule {
    private final Duration minimumHold;
    private final ObservedCluster cluster;
    private final Map<String, Long> electedAt = new HashMap<>();

    /** @param minimumHold by a leader's own clock, which may go faster by less than a hundredth */
    public LeadersYieldSeldom(Duration minimumHold, ObservedCluster cluster) {
        this.minimumHold = minimumHold.minus(minimumHold.dividedBy(100));
        this.cluster = cluster;
    }

    @Override
    public void on(HistoryEvent event, Consumer<Violation> violations) {
        String who = event.process() + " in " + event.election();
        if (event.op() == Op.ELECTED) {
            electedAt.put(who, cluster.now());
        } else if (event.op() == Op.REVOKED && event.details().text("reason").equals(LossReason.YIELDED.name())) {
            Duration led = Duration.ofNanos(cluster.now() - electedAt.getOrDefault(who, cluster.now()));
            if (led.compareTo(minimumHold) < 0) {
                violations.accept(Violation.of(
                        this, who + " yielded after " + led + ", before its minimum hold of " + minimumHold, event));
            }
        }
    }
}
