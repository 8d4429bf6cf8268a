// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.CandidateSettings;
import dev.baton.NodeId;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Vacancy;
import java.time.Duration;

/** How long a candidate leaves a vacancy to others before it asks. */
record CampaignDelay(NodeId self, CandidateSettings settings) {
    long askAt(Vacancy vacancy, long vacantSince, long restUntil) {
        long asked = MonotonicTime.plus(vacantSince, waitFor(vacancy));
        // A candidate rests so that it does not take back what it gave up; a named successor is handed it.
        return isNamedBy(vacancy) ? asked : MonotonicTime.later(asked, restUntil);
    }

    private boolean isNamedBy(Vacancy vacancy) {
        return vacancy.successor().filter(self::equals).isPresent();
    }

    private Duration waitFor(Vacancy vacancy) {
        if (isNamedBy(vacancy)) {
            return Duration.ZERO;
        }
        Duration wait = settings.priorityStep().multipliedBy(settings.priority().stepsBehind());
        if (vacancy.successor().isPresent()) {
            wait = wait.plus(settings.successorHeadStart());
        }
        return switch (vacancy.cause()) {
            case NEW, RELEASED -> wait;
            case EXPIRED, GONE -> wait.plus(settings.takeoverDelay());
        };
    }
}
