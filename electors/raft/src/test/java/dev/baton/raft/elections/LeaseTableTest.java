// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import static dev.baton.raft.elections.Rows.LEASE;
import static dev.baton.raft.elections.Rows.ORDERS;
import static dev.baton.raft.elections.Rows.node;
import static dev.baton.raft.elections.Rows.renew;
import static dev.baton.raft.elections.Rows.row;
import static dev.baton.raft.elections.Rows.token;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseClaim;
import dev.baton.spi.lease.LeaseRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeaseTableTest {
    /** Readings that wrap while the leases last. */
    private static final long START = Long.MAX_VALUE - LEASE.toNanos() / 2;

    private final ElectionRow held = row("a", 1, 5);

    private static long after(Duration time) {
        return START + time.toNanos();
    }

    @Test
    void everyLeaseStartsAfreshWithTheTerm() {
        LeaseTable table = new LeaseTable(List.of(held), START);

        assertThat(table.view(held, START).remaining()).isEqualTo(LEASE);
        assertThat(table.isOver(held, after(LEASE.minusNanos(1)))).isFalse();
        assertThat(table.isOver(held, after(LEASE))).isTrue();
    }

    @Test
    void aLeaseThatIsGrantedLaterStartsWhenItIsFirstSeen() {
        LeaseTable table = new LeaseTable(List.of(held), START);
        ElectionRow granted = row("b", 2, 6);

        assertThat(table.view(granted, after(LEASE)).remaining()).isEqualTo(LEASE);
    }

    @Test
    void aRenewalCountsFromWhenItIsConfirmed() {
        LeaseTable table = new LeaseTable(List.of(held), START);

        table.renew(held, renew(1), after(Duration.ofSeconds(4)));

        assertThat(table.isOver(held, after(Duration.ofSeconds(14).minusNanos(1))))
                .isFalse();
        assertThat(table.isOver(held, after(Duration.ofSeconds(14)))).isTrue();
    }

    @Test
    void whatWasJudgedToBeOverIsNeverRenewed() {
        LeaseTable table = new LeaseTable(List.of(held), START);
        assertThat(table.isOver(held, after(LEASE))).isTrue();

        table.renew(held, renew(1), after(LEASE));

        assertThat(table.view(held, after(LEASE)).isLive()).isFalse();
    }

    @Test
    void aRenewalWithAnotherTokenOrLengthChangesNothing() {
        LeaseTable table = new LeaseTable(List.of(held), START);
        Duration later = Duration.ofSeconds(4);

        table.renew(held, renew(2), after(later));
        table.renew(held, new LeaseRequest.Renew(ORDERS, token(1), LEASE.plusSeconds(1)), after(later));

        assertThat(table.view(held, after(later)).remaining()).isEqualTo(LEASE.minus(later));
    }

    @Test
    void aReleasedLeaseIsOverFromThenOn() {
        LeaseTable table = new LeaseTable(List.of(held), START);
        ElectionRow released = held.givenBack(Optional.empty());

        assertThat(table.isOver(released, after(Duration.ofSeconds(1)))).isTrue();
        assertThat(table.view(released, after(Duration.ofSeconds(3))).remaining())
                .isEqualTo(Duration.ofSeconds(-2));
    }

    @Test
    void aClaimRunsOut() {
        LeaseTable table = new LeaseTable(
                List.of(new ElectionRow(held.leader(), held.token(), LEASE, false, Optional.empty(), new Priority(10))),
                START);
        ElectionRow modest =
                new ElectionRow(held.leader(), held.token(), LEASE, false, Optional.empty(), new Priority(10));
        LeaseClaim claim = new LeaseClaim(node("b"), new Priority(20));

        table.claim(modest, new LeaseRequest.Claim(ORDERS, token(1), claim, Duration.ofSeconds(2)), START);

        assertThat(table.view(modest, after(Duration.ofSeconds(1))).claim()).contains(claim);
        assertThat(table.view(modest, after(Duration.ofSeconds(2))).claim()).isEmpty();
    }

    @Test
    void aClaimDoesNotOutlastTheLeaseThatItIsOn() {
        LeaseTable table = new LeaseTable(List.of(), START);
        ElectionRow modest =
                new ElectionRow(held.leader(), held.token(), LEASE, false, Optional.empty(), new Priority(10));
        LeaseClaim claim = new LeaseClaim(node("b"), new Priority(20));
        table.claim(modest, new LeaseRequest.Claim(ORDERS, token(1), claim, LEASE), START);

        assertThat(table.view(row("b", 2, 6), START).claim()).isEmpty();
    }
}
