// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateEvent;
import dev.baton.LeadershipListener;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NodeSelfCheckTest {
    private static final CandidateEvent LOOK = new CandidateEvent.ElectionCheck(Optional.empty());

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5); // wraps soon
    private final NodeSelfCheck pulse = new NodeSelfCheck(nanos::get);

    private void pass(long seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    @Test
    void aNodeWithoutElectionsIsSteady() {
        pass(1_000);

        assertThat(pulse.isSteady()).isTrue();
    }

    @Test
    void oneElectionThatIsNotLookedAtIsEnoughForDoubt() {
        LeadershipListener one = pulse.listener(Duration.ofSeconds(5));
        pulse.listener(Duration.ofSeconds(5));

        pass(15);
        assertThat(pulse.isSteady()).isTrue();
        one.on(LOOK);
        pass(1);

        assertThat(pulse.isSteady()).isFalse();
    }

    @Test
    void aLookEndsTheDoubt() {
        LeadershipListener one = pulse.listener(Duration.ofSeconds(5));

        pass(16);
        assertThat(pulse.isSteady()).isFalse();
        one.on(LOOK);

        assertThat(pulse.isSteady()).isTrue();
    }

    @Test
    void anElectionThatIsLookedAtRarelyIsGivenLonger() {
        pulse.listener(Duration.ofMinutes(1));

        pass(180);
        assertThat(pulse.isSteady()).isTrue();
        pass(1);

        assertThat(pulse.isSteady()).isFalse();
    }
}
