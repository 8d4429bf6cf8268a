// SPDX-License-Identifier: Apache-2.0
package dev.baton.duties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.duties.PollJob.State;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PollRulesTest {
    private static final Epoch EPOCH = Epoch.of(7);
    private static final ClusterMember A = ClusterMember.of("a", "east");
    private static final ClusterMember B = ClusterMember.of("b", "west");

    private final PollRules rules = new PollRules(2, 3);

    private PollJob create(NodeRule rule) {
        return rules.create("target", rule).orElseThrow();
    }

    private PollJob now(PollJob job) {
        return rules.job(job.number()).orElseThrow();
    }

    @Test
    void aJobGoesFromPendingToCompletedUnderTheEpochOfItsLeader() {
        PollJob job = create(new NodeRule.Any());
        assertThat(job.state()).isEqualTo(State.PENDING);

        PollJob dispatched = rules.assign(Set.of(A), EPOCH).get(0);
        assertThat(dispatched.state()).isEqualTo(State.DISPATCHING);
        assertThat(dispatched.epoch()).isEqualTo(EPOCH);
        rules.accepted(dispatched);
        assertThat(now(job).state()).isEqualTo(State.RUNNING);
        rules.completed(dispatched);

        assertThat(now(job).state()).isEqualTo(State.COMPLETED);
    }

    @Test
    void jobsGoToTheLeastLoadedNodeThatTheRuleAllows() {
        create(new NodeRule.Any());
        create(new NodeRule.Any());
        create(new NodeRule.Zone("west"));

        List<PollJob> dispatched = rules.assign(Set.of(A, B), EPOCH);

        assertThat(dispatched.stream().map(job -> job.node().orElseThrow()))
                .containsExactly(NodeId.of("a"), NodeId.of("b"), NodeId.of("b"));
    }

    @Test
    void aNodeGetsAsMuchAsItsWeightSaysAndNoneWithoutAny() {
        PollRules many = new PollRules(2, 10);
        ClusterMember heavy = new ClusterMember(NodeId.of("heavy"), "", 2);
        ClusterMember none = new ClusterMember(NodeId.of("none"), "", 0);
        for (int i = 0; i < 6; i++) {
            assertThat(many.create("target", new NodeRule.Any())).isPresent();
        }

        List<PollJob> dispatched = many.assign(Set.of(A, heavy, none), EPOCH);

        assertThat(dispatched.stream().map(job -> job.node().orElseThrow().value()))
                .containsExactly("heavy", "a", "heavy", "heavy", "a", "heavy");
    }

    @Test
    void withoutANodeThatFitsAJobWaitsAndSaysWhy() {
        PollJob job = create(new NodeRule.Specific(NodeId.of("b")));

        assertThat(rules.assign(Set.of(A), EPOCH)).isEmpty();
        assertThat(now(job).error()).contains(PollError.NO_NODE);
        assertThat(rules.assign(Set.of(A, B), EPOCH)).hasSize(1);
    }

    @Test
    void aJobOfANodeThatDiesIsHandedToAnotherAndTheOldAnswerIsIgnored() {
        PollJob job = create(new NodeRule.Any());
        PollJob first = rules.assign(Set.of(A), EPOCH).get(0);
        rules.accepted(first);

        PollJob second = rules.assign(Set.of(B), EPOCH).get(0);
        rules.completed(first);

        assertThat(second.node()).contains(NodeId.of("b"));
        assertThat(now(job).state()).isEqualTo(State.DISPATCHING);
    }

    @Test
    void aJobIsNotHandedOutForEver() {
        PollJob job = create(new NodeRule.Any());
        rules.assign(Set.of(A), EPOCH);
        rules.assign(Set.of(B), EPOCH);
        rules.assign(Set.of(A), EPOCH);

        assertThat(now(job).state()).isEqualTo(State.FAILED);
        assertThat(now(job).error()).contains(PollError.TOO_MANY_ATTEMPTS);
    }

    @Test
    void anExecutionErrorFailsTheJobAndADispatchErrorTriesAgain() {
        PollJob one = create(new NodeRule.Any());
        PollJob other = create(new NodeRule.Any());
        List<PollJob> dispatched = rules.assign(Set.of(A), EPOCH);

        rules.failed(dispatched.get(0), PollError.EXECUTION_ERROR);
        rules.failed(dispatched.get(1), PollError.DISPATCH_ERROR);

        assertThat(now(one).state()).isEqualTo(State.FAILED);
        assertThat(now(other).state()).isEqualTo(State.PENDING);
    }

    @Test
    void unfinishedJobsAreBoundedAndFinishedOnesMakeRoom() {
        PollJob first = create(new NodeRule.Any());
        create(new NodeRule.Any());
        create(new NodeRule.Any());

        assertThat(rules.create("one too many", new NodeRule.Any())).isEqualTo(Optional.empty());
        rules.assign(Set.of(A), EPOCH);
        rules.completed(now(first));
        assertThat(rules.create("room again", new NodeRule.Any())).isPresent();
    }
}
