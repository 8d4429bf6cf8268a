// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReplicaRulesTest {
    private static final GroupPeer A = new GroupPeer("a@1", "h:1");
    private static final GroupPeer B = new GroupPeer("b@1", "h:2");
    private static final GroupPeer C = new GroupPeer("c@1", "h:3");
    private static final GroupPeer D = new GroupPeer("d@1", "h:4");
    private static final Duration SILENCE = Duration.ofSeconds(2);
    private static final ReplicaRules RULES = new ReplicaRules(10, SILENCE);
    private static final MembershipRules.Progress SOUND = new MembershipRules.Progress(Duration.ofMillis(999), 10);

    private static GroupConfiguration group(List<GroupPeer> voters, GroupPeer... listeners) {
        return new GroupConfiguration(voters, List.of(listeners));
    }

    private static Map<String, MembershipRules.Progress> behind(GroupPeer peer, long lag) {
        return Map.of(peer.id(), new MembershipRules.Progress(Duration.ZERO, lag));
    }

    private static Optional<GroupConfiguration> next(
            GroupConfiguration now, List<GroupPeer> wanted, Map<String, MembershipRules.Progress> progress) {
        return RULES.next(now, wanted, A.id(), progress, true);
    }

    @Test
    void nothingChangesIfAllIsAsWanted() {
        assertThat(next(group(List.of(A, B, C)), List.of(A, B, C), Map.of())).isEmpty();
        assertThat(next(group(List.of(A, B, C)), List.of(), Map.of())).isEmpty();
    }

    @Test
    void aReplicaMovesByOneStepAtATimeAndTheOldOneGoesLast() {
        List<GroupPeer> wanted = List.of(A, B, D);
        GroupConfiguration copying = group(List.of(A, B, C), D);

        assertThat(next(group(List.of(A, B, C)), wanted, Map.of())).contains(copying);
        assertThat(next(copying, wanted, behind(D, 11))).isEmpty();
        assertThat(next(copying, wanted, behind(D, 10))).contains(group(List.of(A, B, C, D)));
        assertThat(next(group(List.of(A, B, C, D)), wanted, Map.of())).contains(group(List.of(A, B, D)));
    }

    @Test
    void oneThatIsSilentGetsNoVote() {
        Map<String, MembershipRules.Progress> silent = Map.of(D.id(), new MembershipRules.Progress(SILENCE, 0));

        assertThat(next(group(List.of(A, B, C), D), List.of(A, B, D), silent)).isEmpty();
    }

    @Test
    void onlyOneCopiesAtATime() {
        GroupConfiguration now = group(List.of(A, B, C));

        assertThat(RULES.next(now, List.of(A, B, D), A.id(), Map.of(), false)).isEmpty();
        assertThat(next(group(List.of(A, B), C), List.of(A, B, C, D), Map.of())).isEmpty();
    }

    @Test
    void aNodeWithANewDiskTakesThePlaceOfItsFormerMember() {
        GroupPeer fresh = new GroupPeer("c@2", "h:3");

        assertThat(next(group(List.of(A, B, C)), List.of(A, B, fresh), Map.of()))
                .contains(group(List.of(A, B), fresh));
    }

    @Test
    void oneThatIsNoLongerWantedStopsCopying() {
        assertThat(next(group(List.of(A, B, C), D), List.of(A, B, C), behind(D, 0)))
                .contains(group(List.of(A, B, C)));
    }

    @Test
    void aLeaderThatIsNotWantedHandsOnOnceAllOthersAreThere() {
        List<GroupPeer> wanted = List.of(B, C, D);

        Map<String, MembershipRules.Progress> progress = Map.of(B.id(), SOUND, C.id(), SOUND, D.id(), SOUND);
        assertThat(RULES.successor(group(List.of(A, B, C), D), wanted, A.id(), progress))
                .isEmpty();
        assertThat(next(group(List.of(A, B, C, D)), wanted, Map.of())).isEmpty();
        assertThat(RULES.successor(group(List.of(A, B, C, D)), wanted, A.id(), progress))
                .contains(B);
        assertThat(RULES.successor(group(List.of(A, B, C, D)), wanted, B.id(), progress))
                .isEmpty();
    }

    @Test
    void theLeadIsHandedToOneThatAnswersAlone() {
        GroupConfiguration now = group(List.of(A, B, C));
        Map<String, MembershipRules.Progress> progress =
                Map.of(B.id(), new MembershipRules.Progress(Duration.ofSeconds(1), 0), C.id(), SOUND);

        assertThat(RULES.successor(now, List.of(B, C), A.id(), progress)).contains(C);
        assertThat(RULES.successor(now, List.of(B, C), A.id(), Map.of())).isEmpty();
        assertThat(RULES.mayLead(new MembershipRules.Progress(Duration.ZERO, 11)))
                .isFalse();
    }
}
