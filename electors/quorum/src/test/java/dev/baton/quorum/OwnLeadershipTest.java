// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import dev.baton.spi.Validity;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From when a renewal counts, and which answers decide it. */
class OwnLeadershipTest {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Node SELF = new Node(NodeId.of("a"), new Incarnation(1));
    private static final Node OTHER = new Node(NodeId.of("b"), new Incarnation(2));
    private static final Node THIRD = new Node(NodeId.of("c"), new Incarnation(3));
    private static final Electorate VOTERS = new FixedElectorate(List.of(SELF, OTHER, THIRD));
    /** The clock wraps while it leads. */
    private static final long NOW = Long.MAX_VALUE - 100;

    private final OwnLeadership mine = new OwnLeadership(
            new ElectionEntry(ElectionName.of("orders"), SELF, Endpoints.NONE),
            new LeaseToken(1, 1),
            Epoch.of(3),
            new PriorityClaims(Priority.DEFAULT, LEASE),
            new Validity(NOW, NOW + 50));

    @Test
    void aRenewalCountsFromWhenItLeftOnceAMajorityHasPromisedIt() {
        long first = mine.renew(NOW, LEASE);

        assertThat(mine.promised(first, SELF, VOTERS)).isEmpty();
        assertThat(mine.promised(first, OTHER, VOTERS)).contains(NOW);
    }

    @Test
    void theSameVoterTwiceIsOnePromise() {
        long first = mine.renew(NOW, LEASE);
        mine.promised(first, OTHER, VOTERS);

        assertThat(mine.promised(first, OTHER, VOTERS)).isEmpty();
    }

    @Test
    void aRenewalThatIsDecidedIsNotDecidedAgainByTheThirdAnswer() {
        long first = mine.renew(NOW, LEASE);
        mine.promised(first, SELF, VOTERS);
        mine.promised(first, OTHER, VOTERS);

        assertThat(mine.promised(first, THIRD, VOTERS)).isEmpty();
    }

    @Test
    void promisesOfTwoRenewalsAreNotAddedUp() {
        long first = mine.renew(NOW, LEASE);
        long second = mine.renew(NOW + 10, LEASE);
        mine.promised(first, SELF, VOTERS);

        assertThat(mine.promised(second, OTHER, VOTERS)).isEmpty();
        assertThat(mine.promised(second, SELF, VOTERS)).contains(NOW + 10);
    }

    /** Or a late answer would move the end of the leadership back. */
    @Test
    void theEarlierOnesAreOverWithALaterOne() {
        long first = mine.renew(NOW, LEASE);
        long second = mine.renew(NOW + 10, LEASE);
        mine.promised(second, SELF, VOTERS);
        mine.promised(second, OTHER, VOTERS);
        mine.promised(first, SELF, VOTERS);

        assertThat(mine.promised(first, THIRD, VOTERS)).isEmpty();
    }

    @Test
    void aRenewalThatLeftALeaseAgoIsNotCountedAnyMore() {
        long first = mine.renew(NOW, LEASE);
        mine.promised(first, SELF, VOTERS);
        mine.renew(MonotonicTime.plus(NOW, LEASE), LEASE);

        assertThat(mine.promised(first, OTHER, VOTERS)).isEmpty();
    }

    @Test
    void aRenewalThatNeverLeftIsNotDecided() {
        assertThat(mine.promised(9, SELF, VOTERS)).isEmpty();
    }

    @Test
    void itIsCertainUntilTheInstantAndNotAtIt() {
        assertThat(mine.isCertain(NOW - 1)).isTrue();
        assertThat(mine.isCertain(NOW)).isFalse();
    }
}
