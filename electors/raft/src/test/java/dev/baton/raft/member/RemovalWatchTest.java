// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RemovalWatchTest {
    private static final UUID CLUSTER = UUID.randomUUID();
    private static final long TERM = 4;

    private static MemberStatus status(long term, boolean leads, boolean settled, String... members) {
        List<GroupPeer> peers = Stream.of(members)
                .map(it -> new GroupPeer(it, "h-" + it + ":1"))
                .toList();
        return new MemberStatus(CLUSTER, "a@1", term, term, 9, 9, leads, true, "h-a:1", peers, settled, "");
    }

    private static boolean hasRemoved(MemberStatus status) {
        return RemovalWatch.hasRemoved(MemberStatus.parse(status.bytes()), "d@1", TERM);
    }

    @Test
    void aLeaderThatDoesNotHaveAMemberHasRemovedIt() {
        assertThat(hasRemoved(status(TERM, true, true, "a@1", "b@1"))).isTrue();
        assertThat(hasRemoved(status(TERM + 1, true, true, "a@1", "d@2")))
                .as("its node came back with another disk")
                .isTrue();
        assertThat(hasRemoved(status(TERM, true, true, "a@1", "d@1"))).isFalse();
    }

    @Test
    void aMemberThatMayNotKnowIsNotBelieved() {
        assertThat(hasRemoved(status(TERM - 1, true, true, "a@1", "b@1")))
                .as("a leader that was replaced, and has not noticed")
                .isFalse();
        assertThat(hasRemoved(status(TERM, true, false, "a@1", "b@1")))
                .as("the removal may be lost yet")
                .isFalse();
        assertThat(hasRemoved(status(TERM + 1, false, true, "a@1", "b@1")))
                .as("a follower may be behind")
                .isFalse();
    }

    @Test
    void aMemberOfAnEarlierVersionDoesNotSayWhetherItIsSettled() {
        byte[] bytes = status(TERM, true, true, "a@1").bytes();

        MemberStatus earlier = MemberStatus.parse(Arrays.copyOf(bytes, bytes.length - 1));

        assertThat(earlier.settled()).isFalse();
        assertThat(earlier.members()).hasSize(1);
    }
}
