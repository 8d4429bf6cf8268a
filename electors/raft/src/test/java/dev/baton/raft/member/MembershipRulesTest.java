// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MembershipRulesTest {
    private static final MembershipRules.Progress WELL = new MembershipRules.Progress(Duration.ofMillis(10), 0);
    private static final MembershipRules.Progress BEHIND = new MembershipRules.Progress(Duration.ofMillis(10), 5000);
    private static final MembershipRules.Progress GONE = new MembershipRules.Progress(Duration.ofMinutes(11), 0);

    private final MembershipRules rules = new MembershipRules(3, Duration.ofMinutes(10), 1000);

    private static GroupPeer peer(String node) {
        return new GroupPeer(node + "@1", "host-" + node + ":1");
    }

    private static List<GroupPeer> peers(String nodes) {
        return Stream.of(nodes.split(""))
                .filter(node -> !node.isEmpty())
                .map(MembershipRulesTest::peer)
                .toList();
    }

    private static GroupConfiguration group(String voters, String listeners) {
        return new GroupConfiguration(peers(voters), peers(listeners));
    }

    @Test
    void aNewMemberBeginsAsAListener() {
        assertThat(rules.join(group("abc", ""), peer("d"))).contains(group("abc", "d"));
        assertThat(rules.join(group("abc", "d"), peer("d"))).isEmpty();
    }

    @Test
    void aNodeWithANewStorageTakesThePlaceOfItsFormerSelfWithoutItsVote() {
        GroupPeer anew = new GroupPeer("c@2", "host-c:1");

        assertThat(rules.join(group("abc", ""), anew)).contains(new GroupConfiguration(peers("ab"), List.of(anew)));
    }

    @Test
    void aListenerThatHasCaughtUpVotesWhileVotersAreMissing() {
        assertThat(rules.tend(group("ab", "c"), "a@1", Map.of("b@1", WELL, "c@1", WELL)))
                .contains(group("abc", ""));
        assertThat(rules.tend(group("ab", "c"), "a@1", Map.of("b@1", WELL, "c@1", BEHIND)))
                .isEmpty();
        assertThat(rules.tend(group("abc", "d"), "a@1", Map.of("b@1", WELL, "c@1", WELL, "d@1", WELL)))
                .as("the cap is reached")
                .isEmpty();
    }

    @Test
    void anEvenNumberOfVotersIsNotAimedAt() {
        MembershipRules five = new MembershipRules(5, Duration.ofMinutes(10), 1000);

        assertThat(five.tend(group("abc", "d"), "a@1", Map.of("d@1", WELL))).isEmpty();
        assertThat(five.tend(group("abc", "de"), "a@1", Map.of("d@1", WELL, "e@1", WELL)))
                .contains(group("abcd", "e"));
        assertThat(five.tend(group("abc", "de"), "a@1", Map.of("d@1", GONE, "e@1", WELL)))
                .as("a listener that is away would be no fifth voter")
                .isEmpty();
    }

    @Test
    void aVoterThatIsGoneGivesItsVoteToAListenerAndStaysAMember() {
        assertThat(rules.tend(group("abc", "d"), "a@1", Map.of("b@1", WELL, "c@1", GONE, "d@1", WELL)))
                .contains(group("abd", "c"));
        assertThat(rules.tend(group("abd", "c"), "a@1", Map.of("b@1", WELL, "c@1", WELL, "d@1", WELL)))
                .as("it is back, and waits for a vote")
                .isEmpty();
    }

    @Test
    void aVoterThatIsGoneStaysIfNoneCanTakeItsPlace() {
        assertThat(rules.tend(group("abc", ""), "a@1", Map.of("b@1", WELL, "c@1", GONE)))
                .isEmpty();
        assertThat(rules.tend(group("abc", "d"), "a@1", Map.of("b@1", WELL, "c@1", GONE, "d@1", GONE)))
                .isEmpty();
    }

    @Test
    void aMemberLeavesUnlessItIsTheLastVoter() {
        assertThat(rules.leave(group("abc", "d"), NodeId.of("c"))).contains(group("ab", "d"));
        assertThat(rules.leave(group("abc", "d"), NodeId.of("x"))).isEqualTo(Optional.empty());
        assertThatThrownBy(() -> rules.leave(group("a", "d"), NodeId.of("a"))).hasMessageContaining("last voter");
    }
}
