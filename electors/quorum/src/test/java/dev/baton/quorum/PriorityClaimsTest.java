// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.ElectorEvent.Preferred;
import dev.baton.spi.Priority;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PriorityClaimsTest {
    private static final Node B = new Node(NodeId.of("b"), new Incarnation(2));
    private static final Node C = new Node(NodeId.of("c"), new Incarnation(3));
    private static final List<Node> ALL = List.of(B, C);
    private static final Duration LENGTH = Duration.ofNanos(100);

    private final PriorityClaims claims = new PriorityClaims(new Priority(50), LENGTH);

    private static Optional<Preferred> told(Node node) {
        return Optional.of(new Preferred(Optional.of(node)));
    }

    private static final Optional<Preferred> NOBODY = Optional.of(new Preferred(Optional.empty()));

    @Test
    void aHigherPriorityIsToldOnce() {
        claims.heard(B, new Priority(60), 0);

        assertThat(claims.tick(ALL, 0)).isEqualTo(told(B));
        claims.heard(B, new Priority(60), 10);
        assertThat(claims.tick(ALL, 10)).isEmpty();
    }

    @Test
    void anEqualOrLowerPriorityIsNotTold() {
        claims.heard(B, new Priority(50), 0);
        claims.heard(C, new Priority(40), 0);

        assertThat(claims.tick(ALL, 0)).isEmpty();
    }

    @Test
    void theHighestOneCountsAndAmongEqualsTheOneThatWasToldBefore() {
        claims.heard(B, new Priority(60), 0);
        claims.tick(ALL, 0);

        claims.heard(C, new Priority(60), 1);
        assertThat(claims.tick(ALL, 1)).isEmpty();
        claims.heard(C, new Priority(70), 2);
        assertThat(claims.tick(ALL, 2)).isEqualTo(told(C));
    }

    @Test
    void aClaimThatIsNotRepeatedRunsOut() {
        claims.heard(B, new Priority(60), 0);
        claims.tick(ALL, 0);

        assertThat(claims.wakeAt(0)).isEqualTo(100);
        assertThat(claims.tick(ALL, 99)).isEmpty();
        assertThat(claims.tick(ALL, 100)).isEqualTo(NOBODY);
    }

    @Test
    void aNodeThatCannotBeReachedIsNotPreferred() {
        claims.heard(B, new Priority(60), 0);
        claims.tick(ALL, 0);

        assertThat(claims.tick(List.of(C), 1)).isEqualTo(NOBODY);
    }
}
