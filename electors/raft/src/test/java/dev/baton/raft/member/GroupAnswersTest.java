// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class GroupAnswersTest {
    private static final UUID CLUSTER = UUID.randomUUID();

    private final GroupAnswers answers = new GroupAnswers(
            () -> new MemberStatus(CLUSTER, "a@1", 3, 3, 10, 10, false, false, "h:2", List.of(), false, ""),
            Optional::empty,
            further -> Optional.empty());

    private CallAnswer call(UUID cluster) {
        byte[] question = new MemberRequest(cluster, MemberRequest.Kind.CALL, "records", new byte[0]).bytes();
        return CallAnswer.parse(answers.answer(question).join());
    }

    @Test
    void aCallOfAnotherClusterIsRefused() {
        CallAnswer answer = call(UUID.randomUUID());

        assertThat(answer.kind()).isEqualTo(CallAnswer.Kind.REFUSED);
        assertThat(answer.text()).contains(CLUSTER.toString());
    }

    @Test
    void aMemberThatDoesNotLeadSaysWhoDoes() {
        CallAnswer answer = call(CLUSTER);

        assertThat(answer.kind()).isEqualTo(CallAnswer.Kind.NOT_LEADER);
        assertThat(answer.text()).isEqualTo("h:2");
    }

    @Test
    void aStatusIsToldToOneThatDoesNotKnowTheClusterYetAndNotToAStranger() {
        MemberStatus told = MemberStatus.parse(
                answers.answer(MemberRequest.status(MemberRequest.ANY).bytes()).join());

        assertThat(told.cluster()).isEqualTo(CLUSTER);
        assertThat(answers.answer(MemberRequest.status(UUID.randomUUID()).bytes()))
                .isCompletedExceptionally();
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        byte[] later = MemberRequest.status(CLUSTER).bytes();
        later[0] = 9;

        assertThat(List.of(new byte[0], new byte[] {1, 2, 3}, later, new byte[1000]))
                .map(answers::answer)
                .allMatch(CompletableFuture::isCompletedExceptionally);
    }
}
