// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class StalledFollowersTest {
    private final StalledFollowers stuck = new StalledFollowers();

    @Test
    void aMemberThatLacksEntriesAndGetsNoneIsStuck() {
        assertThat(stuck.look(9, Map.of("b", 8L, "c", 9L))).isEmpty();
        assertThat(stuck.look(9, Map.of("b", 8L, "c", 9L))).isEqualTo(Map.of("b", 8L));
    }

    @Test
    void aMemberThatCatchesUpIsNotStuck() {
        stuck.look(9, Map.of("b", 3L));
        assertThat(stuck.look(9, Map.of("b", 5L))).isEmpty();
        assertThat(stuck.look(9, Map.of("b", 9L))).isEmpty();
    }

    @Test
    void whileTheGroupWritesNoneIsStuck() {
        stuck.look(9, Map.of("b", 3L));
        assertThat(stuck.look(10, Map.of("b", 3L))).isEmpty();
    }

    @Test
    void aMemberThatDidNotAnswerIsNotStuck() {
        stuck.look(9, Map.of());
        assertThat(stuck.look(9, Map.of("b", 3L))).isEmpty();
    }
}
