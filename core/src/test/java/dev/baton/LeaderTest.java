// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;

class LeaderTest {
    @Test
    void aLeaderHasAnEpochThatCanBeGranted() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Sample.leader(Sample.ALPHA, 0))
                .withMessage("a leader of orders has an epoch of 1 or more");
    }

    @Test
    void nothingOfALeaderMayBeMissing() {
        Epoch epoch = Epoch.of(1);

        assertThatNullPointerException()
                .isThrownBy(() -> new Leader(null, Sample.ALPHA, epoch, Endpoints.NONE))
                .withMessage("election");
        assertThatNullPointerException()
                .isThrownBy(() -> new Leader(Sample.ORDERS, null, epoch, Endpoints.NONE))
                .withMessage("node");
        assertThatNullPointerException()
                .isThrownBy(() -> new Leader(Sample.ORDERS, Sample.ALPHA, epoch, null))
                .withMessage("endpoints");
    }

    @Test
    void aLeaderIsShownWithItsEpoch() {
        assertThat(Sample.leader(Sample.ALPHA, 7)).hasToString("alpha#000000000000000a (epoch 7)");
    }

    @Test
    void healthHasADetail() {
        assertThat(Health.bad("disk full")).isEqualTo(new Health(false, "disk full"));
        assertThatNullPointerException().isThrownBy(() -> Health.bad(null)).withMessage("detail");
    }
}
