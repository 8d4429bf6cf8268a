// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.BullySettings;
import dev.baton.bully.MemberRole;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MemoryMembershipStore;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.quorum.MemoryLedger;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Who leads the membership, where only one could. */
class MembershipCandidacyTest {
    private static final Node SELF = new Node(NodeId.of("node1"), new Incarnation(11));
    private static final StateId MARK = new StateId(1);
    private static final BullySettings SETTINGS = BullySettings.every(Duration.ofMillis(200));
    private static final Duration LEASE = SETTINGS.terms().lease();
    private static final int MAX_STEPS = 10_000;

    private final MemoryMembershipStore store = new MemoryMembershipStore(MARK);
    private final MemoryLedger ledger = new MemoryLedger();
    private final BullyRules rules = new BullyRules(
            BullyRules.forTheMembership(SELF),
            new BullyMember(SELF.id(), MARK, new Address("127.0.0.1", 2_222), Priority.DEFAULT, MemberRole.FULL),
            SETTINGS,
            List.of(),
            store.read(),
            ledger.read(),
            new SplittableRandom(1),
            0);
    private final WrittenAtOnce written = new WrittenAtOnce(rules, ledger, store);
    private long now;

    /** Lets time pass, in the steps that the rules wish for. */
    private void pass(Duration time) {
        long end = MonotonicTime.plus(now, time);
        int steps = 0;
        while (MonotonicTime.isBefore(now, end) && steps < MAX_STEPS) {
            steps++;
            written.after(rules.tick(now), now);
            now = MonotonicTime.earlier(end, MonotonicTime.later(now, rules.wakeAt()));
        }
        assertThat(steps).as("steps in %s", time).isLessThan(MAX_STEPS);
    }

    private Epoch promised() {
        return ledger.highest(Membership.ELECTION);
    }

    private Epoch stored() {
        return store.load().orElseThrow().stamp().epoch();
    }

    @Test
    void whoCannotStoreTheMembershipRestsALeaseBeforeItStandsAgain() {
        written.after(rules.tick(now), now); // It forms its cluster.
        store.full(true);

        pass(LEASE.multipliedBy(10));

        assertThat(promised().value()).isBetween(2L, 11L);
        assertThat(stored()).isEqualTo(Epoch.NONE);
    }

    @Test
    void itLeadsOnceItCan() {
        written.after(rules.tick(now), now); // It forms its cluster.
        store.full(true);
        pass(LEASE.multipliedBy(3));
        store.full(false);

        pass(LEASE.multipliedBy(2));

        assertThat(stored()).isEqualTo(promised()).isNotEqualTo(Epoch.NONE);
    }
}
