// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AskingLimitTest {
    private static final ElectionName A = ElectionName.of("a");
    private static final ElectionName B = ElectionName.of("b");
    private static final ElectionName C = ElectionName.of("c");

    private final AskingLimit limit = new AskingLimit(2);
    private final List<ElectionName> turns = new ArrayList<>();

    private void full() {
        limit.began();
        limit.began();
    }

    @Test
    void whoComesFirstHasTheFirstTurn() {
        full();
        assertThat(limit.allows(B)).isFalse();
        assertThat(limit.allows(A)).isFalse();
        assertThat(limit.allows(C)).isFalse();

        limit.ended();
        limit.turns(turns::add);
        assertThat(turns).containsExactly(B);
        limit.ended();
        limit.turns(turns::add);

        assertThat(turns).as("b has not begun yet, so two may").containsExactly(B, A, C);
    }

    @Test
    void whoAsksTwiceHasOneTurn() {
        full();
        limit.allows(A);
        limit.allows(A);

        limit.ended();
        limit.ended();
        limit.turns(turns::add);

        assertThat(turns).containsExactly(A);
    }

    @Test
    void whoHadATurnMayWaitForAnother() {
        full();
        limit.allows(A);
        limit.ended();
        limit.turns(turns::add);
        limit.began();
        limit.allows(A);

        limit.ended();
        limit.turns(turns::add);

        assertThat(turns).containsExactly(A, A);
    }

    @Test
    void nobodyWaitsWhereThereIsRoom() {
        assertThat(limit.allows(A)).isTrue();

        limit.turns(turns::add);

        assertThat(turns).isEmpty();
    }
}
