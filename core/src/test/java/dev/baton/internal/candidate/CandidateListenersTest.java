// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import org.junit.jupiter.api.Test;

/** What listeners hear, and that nothing depends on them. */
class CandidateListenersTest extends CandidateFixture {
    private static final class Throwing implements LeadershipListener {
        @Override
        public void elected(Leadership won) {
            throw new IllegalStateException("no");
        }

        @Override
        public void on(CandidateEvent event) {
            throw new AssertionError("no");
        }
    }

    @Test
    void aListenerThatThrowsIsCountedAndTheOthersAreTold() {
        Candidate candidate = start();
        Noting after = new Noting();
        candidate.addListener(new Throwing());
        candidate.addListener(after);
        lanes.run();

        elect(7);

        assertThat(listener.heard).containsExactly("elected 7");
        assertThat(after.heard).containsExactly("elected 7");
        assertThat(candidate.listenerFailures()).isPositive();
        assertThat(faults).isEmpty();
    }

    @Test
    void aListenerThatComesWhileLeadingIsToldSoFirst() {
        Candidate candidate = startLeading(7);
        Noting late = new Noting();

        candidate.addListener(late);
        lanes.run();
        assertThat(candidate.resign()).isNotNull();
        lanes.run();

        assertThat(late.heard).containsExactly("elected 7", "revoked 7 RESIGNED");
    }

    @Test
    void aListenerThatComesWhileSteppingDownHearsOfTheNextLeadershipOnly() {
        Candidate candidate = startLeading(7);
        assertThat(candidate.resign()).isNotNull();
        lanes.run();
        Noting late = new Noting();

        candidate.addListener(late);
        lanes.run();
        dutyStops();

        assertThat(late.heard).isEmpty();
    }

    @Test
    void aListenerThatWasRemovedHearsNothing() {
        Candidate candidate = start();
        candidate.removeListener(listener);
        Noting brief = new Noting();
        candidate.addListener(brief);
        candidate.removeListener(brief);
        lanes.run();

        elect(7);

        assertThat(listener.heard).isEmpty();
        assertThat(brief.heard).isEmpty();
    }
}
