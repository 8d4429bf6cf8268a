// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeaseRowsTest {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final Duration LEASE = Duration.ofNanos(100);
    private static final LeaseToken ONE = new LeaseToken(1, 1);
    private static final LeaseToken OTHER = new LeaseToken(2, 2);

    private final LeaseRows rows = new LeaseRows();

    @Test
    void nothingIsReadBeforeTheFirstAcquire() {
        assertThat(rows.answer(new LeaseRequest.Read(ELECTION), 0).row()).isEmpty();
    }

    @Test
    void firstAcquireTakesTheFirstEpoch() {
        LeaseRow row = acquire("a", ONE, 0);

        assertThat(row.epoch()).isEqualTo(Epoch.of(1));
        assertThat(row.holder().id()).isEqualTo(NodeId.of("a"));
        assertThat(row.remaining()).isEqualTo(LEASE);
        assertThat(row.isLive()).isTrue();
    }

    @Test
    void acquireTakesAnEpochAboveTheFloor() {
        LeaseRow row = answer(new LeaseRequest.Acquire(entry("a"), ONE, Epoch.of(7), LEASE, Optional.empty()), 0);

        assertThat(row.epoch()).isEqualTo(Epoch.of(8));
    }

    @Test
    void acquireOfALiveLeaseIsRefused() {
        acquire("a", ONE, 0);

        assertThat(acquire("b", OTHER, 99).token()).isEqualTo(ONE);
    }

    @Test
    void acquireOfAnExpiredLeaseTakesTheNextEpoch() {
        acquire("a", ONE, 0);

        LeaseRow row = acquire("b", OTHER, 100);

        assertThat(row.token()).isEqualTo(OTHER);
        assertThat(row.epoch()).isEqualTo(Epoch.of(2));
    }

    @Test
    void acquireWithTheSameTokenChangesNothing() {
        acquire("a", ONE, 0);

        LeaseRow row = acquire("a", ONE, 30);

        assertThat(row.epoch()).isEqualTo(Epoch.of(1));
        assertThat(row.remaining()).isEqualTo(Duration.ofNanos(70));
    }

    @Test
    void acquireWithTheProofThatTheHolderIsGoneTakesALiveLease() {
        acquire("a", ONE, 0);

        LeaseRow row = answer(new LeaseRequest.Acquire(entry("b"), OTHER, Epoch.NONE, LEASE, Optional.of(ONE)), 1);

        assertThat(row.token()).isEqualTo(OTHER);
        assertThat(row.epoch()).isEqualTo(Epoch.of(2));
    }

    @Test
    void proofAboutAnotherHolderIsNoProof() {
        acquire("a", ONE, 0);
        LeaseToken former = new LeaseToken(3, 3);

        LeaseRow row = answer(new LeaseRequest.Acquire(entry("b"), OTHER, Epoch.NONE, LEASE, Optional.of(former)), 1);

        assertThat(row.token()).isEqualTo(ONE);
    }

    @Test
    void renewLetsALiveLeaseLastFromNow() {
        acquire("a", ONE, 0);

        LeaseRow row = renew(ONE, 60);

        assertThat(row.remaining()).isEqualTo(LEASE);
        assertThat(row.epoch()).isEqualTo(Epoch.of(1));
    }

    @Test
    void renewOfAnExpiredLeaseChangesNothing() {
        acquire("a", ONE, 0);

        assertThat(renew(ONE, 100).isLive()).isFalse();
    }

    @Test
    void renewWithAnotherTokenChangesNothing() {
        acquire("a", ONE, 0);

        assertThat(renew(OTHER, 60).remaining()).isEqualTo(Duration.ofNanos(40));
    }

    @Test
    void renewOfAReleasedLeaseChangesNothing() {
        acquire("a", ONE, 0);
        release(ONE, 10);

        assertThat(renew(ONE, 20).isLive()).isFalse();
    }

    @Test
    void releaseEndsTheLeaseAndKeepsTheEpoch() {
        acquire("a", ONE, 0);

        LeaseRow row = release(ONE, 10);

        assertThat(row.released()).isTrue();
        assertThat(row.isLive()).isFalse();
        assertThat(row.epoch()).isEqualTo(Epoch.of(1));
        assertThat(row.successor()).contains(NodeId.of("next"));
    }

    @Test
    void releaseWithAnotherTokenChangesNothing() {
        acquire("a", ONE, 0);

        assertThat(release(OTHER, 10).isLive()).isTrue();
    }

    @Test
    void releasedLeaseIsTakenUnderTheNextEpochAndForgetsTheSuccessor() {
        acquire("a", ONE, 0);
        release(ONE, 10);

        LeaseRow row = acquire("b", OTHER, 10);

        assertThat(row.epoch()).isEqualTo(Epoch.of(2));
        assertThat(row.successor()).isEmpty();
    }

    @Test
    void lostRowIsGone() {
        acquire("a", ONE, 0);

        rows.lose(ELECTION);

        assertThat(rows.answer(new LeaseRequest.Read(ELECTION), 1).row()).isEmpty();
    }

    private LeaseRow acquire(String node, LeaseToken token, long now) {
        return answer(new LeaseRequest.Acquire(entry(node), token, Epoch.NONE, LEASE, Optional.empty()), now);
    }

    private LeaseRow renew(LeaseToken token, long now) {
        return answer(new LeaseRequest.Renew(ELECTION, token, LEASE), now);
    }

    private LeaseRow release(LeaseToken token, long now) {
        return answer(new LeaseRequest.Release(ELECTION, token, Optional.of(NodeId.of("next"))), now);
    }

    private LeaseRow answer(LeaseRequest request, long now) {
        return rows.answer(request, now).row().orElseThrow();
    }

    private static ElectionEntry entry(String node) {
        return new ElectionEntry(ELECTION, new Node(NodeId.of(node), new Incarnation(1)), Endpoints.NONE);
    }
}
