// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BootstrapRulesTest {
    private static final MemberAddress A = MemberAddress.of("a", "h", 1);
    private static final MemberAddress B = MemberAddress.of("b", "h", 2);
    private static final MemberAddress C = MemberAddress.of("c", "h", 3);
    private static final List<MemberAddress> PLAN = List.of(A, B, C);
    private static final UUID CLUSTER = UUID.randomUUID();

    private static GroupPeer peer(MemberAddress address, String storage) {
        return new GroupPeer(address.node() + "@" + storage, address.authority());
    }

    private static MemberStatus fresh(MemberAddress address, String storage) {
        return MemberStatus.outside(address.node() + "@" + storage, BootstrapRules.plan(PLAN));
    }

    private static MemberStatus member(UUID cluster, GroupPeer self, GroupPeer... members) {
        return new MemberStatus(cluster, self.id(), 1, 1, 1, 1, false, false, "", List.of(members), true, "");
    }

    @Test
    void allFirstMembersComeToTheSameGroup() {
        BootstrapRules.Decision one =
                BootstrapRules.decide(peer(A, "1"), PLAN, Map.of("h:2", fresh(B, "2"), "h:3", fresh(C, "3")));
        BootstrapRules.Decision other =
                BootstrapRules.decide(peer(C, "3"), PLAN, Map.of("h:1", fresh(A, "1"), "h:2", fresh(B, "2")));

        assertThat(one).isInstanceOf(BootstrapRules.Form.class).isEqualTo(other);
    }

    @Test
    void anotherStorageIsAnotherGroup() {
        assertThat(BootstrapRules.decide(peer(A, "1"), PLAN, Map.of("h:2", fresh(B, "2"), "h:3", fresh(C, "3"))))
                .isNotEqualTo(
                        BootstrapRules.decide(peer(A, "1"), PLAN, Map.of("h:2", fresh(B, "2"), "h:3", fresh(C, "4"))));
    }

    @Test
    void allMustBeThere() {
        assertThat(BootstrapRules.decide(peer(A, "1"), PLAN, Map.of("h:2", fresh(B, "2"))))
                .isInstanceOf(BootstrapRules.Wait.class);
    }

    @Test
    void allMustNameTheSameFirstMembers() {
        MemberStatus other = MemberStatus.outside("c@3", BootstrapRules.plan(List.of(A, C)));

        assertThat(BootstrapRules.decide(peer(A, "1"), PLAN, Map.of("h:2", fresh(B, "2"), "h:3", other)))
                .isInstanceOf(BootstrapRules.Wait.class);
    }

    @Test
    void aForeignNodeAtAnAddressIsNotTakenForTheOneExpected() {
        assertThat(BootstrapRules.decide(peer(A, "1"), PLAN, Map.of("h:2", fresh(C, "3"), "h:3", fresh(C, "3"))))
                .isInstanceOf(BootstrapRules.Wait.class);
    }

    @Test
    void oneThatTheOthersHaveCountedInBelongsToTheirGroup() {
        GroupPeer self = peer(A, "1");
        GroupPeer other = peer(B, "2");

        assertThat(BootstrapRules.decide(self, PLAN, Map.of("h:2", member(CLUSTER, other, self, other))))
                .isEqualTo(new BootstrapRules.Form(new MemberIdentity.Founding(CLUSTER, List.of(self, other))));
    }

    @Test
    void oneWhoseDiskIsNewFormsNoGroupBesideTheOthersAndAsksToBeLetIn() {
        GroupPeer former = peer(A, "0");
        GroupPeer other = peer(B, "2");

        assertThat(BootstrapRules.decide(
                        peer(A, "1"), PLAN, Map.of("h:2", member(CLUSTER, other, former, other), "h:3", fresh(C, "3"))))
                .isEqualTo(new BootstrapRules.Join(CLUSTER));
    }

    @Test
    void twoGroupsAtTheGivenAddressesAreNoneToJoin() {
        GroupPeer b = peer(B, "2");
        GroupPeer c = peer(C, "3");

        assertThat(BootstrapRules.decide(
                        peer(A, "1"),
                        List.of(),
                        Map.of("h:2", member(CLUSTER, b, b), "h:3", member(UUID.randomUUID(), c, c))))
                .isInstanceOf(BootstrapRules.Wait.class);
    }
}
