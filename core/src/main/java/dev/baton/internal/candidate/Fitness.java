// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.CandidateSettings;
import dev.baton.Health;
import dev.baton.NodeId;

/** Whether a candidate may lead: it is allowed to, and in good health. */
final class Fitness {
    private final NodeId self;
    private final CandidateSettings settings;
    private boolean eligible;
    private int badAnswers;
    private String healthDetail = Health.OK.detail();

    Fitness(NodeId self, CandidateSettings settings) {
        this.self = self;
        this.settings = settings;
        this.eligible = settings.eligible();
    }

    void eligible(boolean may) {
        eligible = may;
    }

    void health(Health health) {
        badAnswers = health.ok() ? 0 : badAnswers + 1;
        healthDetail = health.detail();
    }

    boolean isEligible() {
        return eligible && settings.handPicked().map(self::equals).orElse(true);
    }

    boolean isHealthy() {
        return badAnswers < settings.unhealthyAfter();
    }

    String healthDetail() {
        return healthDetail;
    }
}
