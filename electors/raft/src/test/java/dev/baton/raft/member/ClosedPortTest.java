// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When a leader hands over because nothing reaches its port. */
class ClosedPortTest {
    private static final MembershipRules.Progress HEARD = new MembershipRules.Progress(Duration.ofMillis(100), 0);
    private static final MembershipRules.Progress SILENT = new MembershipRules.Progress(Duration.ofSeconds(30), 9);
    private static final Quorum THREE = new Quorum(Set.of("a", "b", "c"), Set.of());
    private static final int MANY = 1_000;

    private final ClosedPort port = new ClosedPort();

    private List<Integer> handOvers(Quorum quorum, Map<String, MembershipRules.Progress> others) {
        return IntStream.rangeClosed(1, 50)
                .filter(look -> port.look(quorum, others))
                .boxed()
                .toList();
    }

    private void asked() {
        port.notedBy(CompletableFuture::completedFuture).apply(new byte[0]).join();
    }

    @Test
    void aLeaderThatIsNotAskedAnythingForLongHandsOverAndAgainIfThatDidNotHelp() {
        assertThat(handOvers(THREE, Map.of("b", HEARD, "c", HEARD))).containsExactly(20, 40);
    }

    @Test
    void oneThatIsAskedNowAndThenDoesNot() {
        for (int i = 0; i < MANY; i++) {
            if (i % 10 == 0) {
                asked();
            }
            assertThat(port.look(THREE, Map.of("b", HEARD, "c", HEARD))).isFalse();
        }
    }

    @Test
    void itStaysWhereTheOthersAreTooFewWithoutIt() {
        assertThat(handOvers(THREE, Map.of("b", HEARD, "c", SILENT))).isEmpty();
        assertThat(handOvers(new Quorum(Set.of("a", "b"), Set.of()), Map.of("b", HEARD)))
                .isEmpty();
        assertThat(handOvers(new Quorum(Set.of("a"), Set.of()), Map.of("listener", HEARD)))
                .isEmpty();
    }
}
