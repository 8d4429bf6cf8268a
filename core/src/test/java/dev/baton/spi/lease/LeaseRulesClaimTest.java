// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static dev.baton.Sample.ALPHA;
import static dev.baton.Sample.BETA;
import static dev.baton.Sample.GAMMA;
import static dev.baton.spi.lease.LeaseUnderTest.FOREIGN;
import static dev.baton.spi.lease.LeaseUnderTest.LEASE;
import static dev.baton.spi.lease.LeaseUnderTest.RENEW;
import static dev.baton.spi.lease.LeaseUnderTest.TERMS;
import static dev.baton.spi.lease.LeaseUnderTest.claimed;
import static dev.baton.spi.lease.LeaseUnderTest.foreign;
import static dev.baton.spi.lease.LeaseUnderTest.releasedBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Node;
import dev.baton.Sample;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Preferred;
import dev.baton.spi.Priority;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Standbys claim a lease from a holder with a lower priority; the holder learns of it with its renewals. */
class LeaseRulesClaimTest {
    private static final int OURS = 90;

    private static LeaseRow heldBy(Node holder, int priority, Optional<LeaseClaim> claim) {
        return claimed(foreign(holder, 4, LEASE), priority, claim);
    }

    private static Optional<LeaseClaim> claimOf(Node node, int priority) {
        return Optional.of(new LeaseClaim(node, new Priority(priority)));
    }

    private static LeaseUnderTest seeing(LeaseRow row) {
        LeaseUnderTest lease = new LeaseUnderTest();
        lease.ready(OURS);
        lease.answer(row);
        lease.takeTold();
        return lease;
    }

    private static LeaseRequest last(LeaseUnderTest lease) {
        List<LeaseRequest> sent = lease.takeSent();
        return sent.get(sent.size() - 1);
    }

    private static final LeaseRequest CLAIM = new LeaseRequest.Claim(
            Sample.ORDERS, FOREIGN, new LeaseClaim(ALPHA, new Priority(OURS)), TERMS.claimLength());

    @Test
    void aStandbyClaimsFromALowerPriorityAtOnceAndRepeatsIt() {
        LeaseUnderTest lease = seeing(heldBy(BETA, 80, Optional.empty()));

        assertThat(last(lease)).isEqualTo(CLAIM);
        lease.answer(heldBy(BETA, 80, claimOf(ALPHA, OURS)));
        assertThat(lease.untilWake()).isEqualTo(RENEW);
        lease.wake();
        assertThat(last(lease)).isEqualTo(CLAIM);
    }

    @Test
    void amongEqualPrioritiesNothingIsClaimed() {
        LeaseUnderTest lease = seeing(heldBy(BETA, OURS, Optional.empty()));

        assertThat(lease.isUnderWay()).isFalse();
        assertThat(lease.untilWake()).isEqualTo(LEASE);
    }

    @Test
    void aHigherClaimIsLeftAlone() {
        LeaseUnderTest lease = seeing(heldBy(BETA, 80, claimOf(GAMMA, 95)));

        assertThat(lease.isUnderWay()).isFalse();
    }

    @Test
    void aLowerClaimIsReplaced() {
        LeaseUnderTest lease = seeing(heldBy(BETA, 80, claimOf(GAMMA, 85)));

        assertThat(last(lease)).isEqualTo(CLAIM);
    }

    @Test
    void oneThatIsNotReadyAnyMoreLooksOnly() {
        LeaseUnderTest lease = seeing(heldBy(BETA, 80, Optional.empty()));
        lease.answer(heldBy(BETA, 80, claimOf(ALPHA, OURS)));

        lease.notReady();
        lease.wake();

        assertThat(last(lease)).isEqualTo(new LeaseRequest.Read(Sample.ORDERS));
    }

    @Test
    void oneThatBecomesReadyClaimsAtOnce() {
        LeaseUnderTest lease = new LeaseUnderTest();
        lease.tick();
        lease.answer(heldBy(BETA, 80, Optional.empty()));

        lease.ready(OURS);

        assertThat(last(lease)).isEqualTo(CLAIM);
    }

    @Test
    void aStoreThatRefusesClaimsIsStillLookedAt() {
        LeaseUnderTest lease = seeing(heldBy(BETA, 80, Optional.empty()));

        lease.failReadOnly();
        lease.wake();

        assertThat(last(lease)).isEqualTo(new LeaseRequest.Read(Sample.ORDERS));
        lease.answer(heldBy(BETA, 80, Optional.empty()));
        assertThat(lease.isUnderWay()).isFalse();
    }

    @Test
    void aClaimThatGotLostIsRepeatedBeforeTheOneBeforeItLapses() {
        LeaseUnderTest lease = seeing(heldBy(BETA, 80, Optional.empty()));
        lease.jitter(0.999999);
        long noted = lease.now();
        lease.pause(TERMS.requestTimeout().minusNanos(1));
        lease.answer(heldBy(BETA, 80, claimOf(ALPHA, OURS)));
        lease.wake();
        assertThat(last(lease)).isEqualTo(CLAIM);

        lease.advance(TERMS.requestTimeout());
        lease.wake();
        assertThat(last(lease))
                .as("a store that refuses only claims is looked at")
                .isInstanceOf(LeaseRequest.Read.class);
        lease.answer(heldBy(BETA, 80, claimOf(ALPHA, OURS)));

        assertThat(last(lease)).isEqualTo(CLAIM);
        assertThat(lease.now() - noted)
                .isLessThan(TERMS.claimLength().minus(TERMS.requestTimeout()).toNanos());
    }

    @Test
    void theHolderIsToldOfEachChangeOnce() {
        LeaseUnderTest lease = LeaseUnderTest.holding(4);

        assertThat(renewed(lease, claimOf(BETA, 85))).contains(new Preferred(Optional.of(BETA)));
        assertThat(renewed(lease, claimOf(BETA, 85))).noneMatch(Preferred.class::isInstance);
        assertThat(renewed(lease, claimOf(GAMMA, 90))).contains(new Preferred(Optional.of(GAMMA)));
        assertThat(renewed(lease, Optional.empty())).contains(new Preferred(Optional.empty()));
        assertThat(renewed(lease, Optional.empty())).noneMatch(Preferred.class::isInstance);
    }

    private static List<ElectorEvent> renewed(LeaseUnderTest lease, Optional<LeaseClaim> claim) {
        lease.wake();
        lease.answer(claimed(lease.mine(4, LEASE), 80, claim));
        return lease.takeTold();
    }

    @Test
    void oneThatWasYieldedToLeadsUnderItsOwnPriority() {
        assertThat(acquiredAfter(claimed(releasedBy(BETA, 4, Optional.of(ALPHA.id())), 80, Optional.empty())))
                .isEqualTo(new Priority(OURS));
    }

    @Test
    void oneThatWasChosenByHandLeadsUnderTheHighestPriority() {
        assertThat(acquiredAfter(claimed(releasedBy(BETA, 4, Optional.of(ALPHA.id())), 95, Optional.empty())))
                .isEqualTo(new Priority(Priority.MAX));
    }

    @Test
    void oneThatWasNotNamedLeadsUnderItsOwnPriority() {
        assertThat(acquiredAfter(claimed(releasedBy(BETA, 4, Optional.of(GAMMA.id())), 95, Optional.empty())))
                .isEqualTo(new Priority(OURS));
    }

    private static Priority acquiredAfter(LeaseRow row) {
        LeaseUnderTest lease = new LeaseUnderTest();
        lease.tick();
        lease.answer(row);
        lease.campaign(OURS);
        return ((LeaseRequest.Acquire) last(lease)).priority();
    }
}
