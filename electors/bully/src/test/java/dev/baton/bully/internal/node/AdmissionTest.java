// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.BullySettings;
import dev.baton.bully.MemberRole;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.JoinAnswer;
import dev.baton.bully.internal.membership.JoinRequest;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MemoryMembershipStore;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.quorum.MemoryLedger;
import dev.baton.quorum.VoterState;
import dev.baton.spi.Priority;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How many are let in. */
class AdmissionTest {
    private static final Node SELF = new Node(NodeId.of("node1"), new Incarnation(11));
    private static final StateId MARK = new StateId(1);
    private static final Address ADDRESS = new Address("127.0.0.1", 2_222);
    private static final BullySettings SETTINGS = BullySettings.every(Duration.ofMillis(200));
    private static final long MILLI = 1_000_000L;

    private @Nullable WrittenAtOnce written;
    private long now;

    private static BullyMember member(int number) {
        return new BullyMember(
                NodeId.of("candidate-" + number),
                new StateId(1_000 + number),
                new Address("127.0.0.1", 3_000 + number),
                Priority.DEFAULT,
                MemberRole.CANDIDATE);
    }

    /** A node that has formed a cluster, and leads its membership. */
    private BullyRules alone() {
        MemoryMembershipStore store = new MemoryMembershipStore(MARK);
        BullyRules rules = new BullyRules(
                BullyRules.forTheMembership(SELF),
                new BullyMember(SELF.id(), MARK, ADDRESS, Priority.DEFAULT, MemberRole.FULL),
                SETTINGS,
                List.of(),
                store.read(),
                VoterState.EMPTY,
                new SplittableRandom(1),
                now);
        written = new WrittenAtOnce(rules, new MemoryLedger(), store);
        for (int i = 0; i < 100; i++) {
            now += 50 * MILLI;
            tick(rules);
        }
        return rules;
    }

    private void tick(BullyRules rules) {
        Objects.requireNonNull(written).after(rules.tick(now), now);
    }

    @Test
    void ofTenThousandSomeAreLetInAndTheOthersAreTold() {
        BullyRules rules = alone();
        Map<JoinAnswer.Kind, Integer> answers = new EnumMap<>(JoinAnswer.Kind.class);

        for (int i = 0; i < 10_000; i++) {
            JoinAnswer answer = rules.admit(new JoinRequest(member(i), new StateId(7)), now);
            answers.merge(answer.kind(), 1, Integer::sum);
            if (i % 10 == 0) {
                now += MILLI;
                tick(rules);
            }
        }

        assertThat(rules.membership().members()).hasSize(Membership.MAX_MEMBERS);
        assertThat(answers.get(JoinAnswer.Kind.CONFLICT)).isGreaterThan(8_000);
        assertThat(answers.keySet())
                .isSubsetOf(JoinAnswer.Kind.ACCEPTED, JoinAnswer.Kind.LATER, JoinAnswer.Kind.CONFLICT);
    }

    @Test
    void moreThanCanBeAddedAtOnceAreToldToComeLater() {
        BullyRules rules = alone();

        long accepted = 0;
        for (int i = 0; i < 10_000; i++) {
            JoinAnswer answer = rules.admit(new JoinRequest(member(i), new StateId(7)), now);
            accepted += answer.kind() == JoinAnswer.Kind.ACCEPTED ? 1 : 0;
        }

        assertThat(accepted).isEqualTo(64);
    }

    /** As one is that was started again with another part in the configuration. */
    @Test
    void theLastVoterMayNotBecomeOneWhoDoesNotVote() {
        BullyRules rules = alone();
        BullyMember voteless = new BullyMember(SELF.id(), MARK, ADDRESS, Priority.DEFAULT, MemberRole.CANDIDATE);

        JoinAnswer answer = rules.admit(new JoinRequest(voteless, new StateId(7)), now);
        now += MILLI;
        tick(rules);

        assertThat(answer.kind()).isEqualTo(JoinAnswer.Kind.CONFLICT);
        assertThat(rules.membership().voters()).hasSize(1);
    }
}
