// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.BullyConfiguration;
import dev.baton.bully.BullySettings;
import dev.baton.bully.Credentials;
import dev.baton.bully.IdOrder;
import dev.baton.bully.MemberRole;
import dev.baton.bully.internal.election.BullyEffect;
import dev.baton.bully.internal.http.MessageJson;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.FormerMember;
import dev.baton.bully.internal.membership.JoinRequest;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MembershipVersion;
import dev.baton.bully.internal.membership.MemoryMembershipStore;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.BullyMessage.Ballot;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.quorum.MemoryLedger;
import dev.baton.quorum.VoterState;
import dev.baton.quorum.VotingMessage;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseToken;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Mistakes of bully implementations that a rule alone can show; the others are in {@code BullyDesignIT} and {@code BullyScenariosIT}. */
class BullyDesignTest {
    private static final NodeId A = NodeId.of("node1");
    private static final StateId MARK_OF_A = new StateId(1);
    private static final Node B = new Node(NodeId.of("node2"), new Incarnation(22));
    private static final StateId MARK_OF_B = new StateId(2);
    private static final Address AT_A = new Address("127.0.0.1", 2_222);
    private static final Address AT_B = new Address("127.0.0.1", 2_223);
    private static final BullySettings SETTINGS = BullySettings.every(Duration.ofMillis(200));
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final MembershipVersion STAMP = new MembershipVersion(Epoch.of(1), 2);

    private final MemoryMembershipStore store = new MemoryMembershipStore(MARK_OF_A);

    private static BullyMember member(NodeId id, StateId mark, Address address) {
        return new BullyMember(id, mark, address, Priority.DEFAULT, MemberRole.FULL);
    }

    private BullyRules twoMembers() {
        store.save(new Membership(
                "cluster",
                STAMP,
                Epoch.NONE,
                List.of(member(A, MARK_OF_A, AT_A), member(B.id(), MARK_OF_B, AT_B)),
                List.of()));
        return new BullyRules(
                BullyRules.forTheMembership(new Node(A, new Incarnation(11))),
                member(A, MARK_OF_A, AT_A),
                SETTINGS,
                List.of(),
                store.read(),
                VoterState.EMPTY,
                new SplittableRandom(1),
                0);
    }

    private static Envelope from(
            Node node, StateId mark, long number, MembershipVersion stamp, BullyMessage... messages) {
        return new Envelope("cluster", node, mark, AT_B, number, stamp, List.of(messages));
    }

    private static Ballot leads(Node node, long epoch) {
        return new Ballot(new VotingMessage.Renew(
                new Leader(ELECTION, node, Epoch.of(epoch), Endpoints.NONE),
                new LeaseToken(epoch, epoch),
                1,
                SETTINGS.terms().lease(),
                3));
    }

    private List<BullyEffect> written(BullyRules rules, List<BullyEffect> effects) {
        return new WrittenAtOnce(rules, new MemoryLedger(), store).after(effects, LATER);
    }

    private static long promises(List<BullyEffect> effects) {
        return effects.stream()
                .filter(effect -> effect instanceof BullyEffect.Send send
                        && send.message() instanceof Ballot ballot
                        && ballot.message() instanceof VotingMessage.Renewed renewed
                        && renewed.promised())
                .count();
    }

    private static long handOvers(List<BullyEffect> effects) {
        return effects.stream()
                .filter(effect ->
                        effect instanceof BullyEffect.Send send && send.message() instanceof BullyMessage.Members)
                .count();
    }

    private static final long LATER = Duration.ofSeconds(10).toNanos();

    @Test
    void aCandidateWithoutAMajorityAsksForNothing() {
        BullyRules rules = twoMembers();
        rules.missed(B.id(), true, LATER);

        List<BullyEffect> effects = rules.campaign(ELECTION, Priority.DEFAULT, LATER + 1);

        assertThat(effects).noneMatch(BullyEffect.Send.class::isInstance);
    }

    @Test
    void anAnnouncementOfAnUnknownNodeChangesNothing() {
        BullyRules rules = twoMembers();
        Node stranger = new Node(NodeId.of("node9"), new Incarnation(99));

        List<BullyEffect> effects = rules.received(from(stranger, new StateId(9), 1, STAMP, leads(stranger, 5)), LATER);

        assertThat(promises(effects)).isZero();
        assertThat(rules.membership().find(stranger.id())).isEmpty();
    }

    @Test
    void anOlderAnnouncementIsRefusedAndToldTheNewerMembership() {
        BullyRules rules = twoMembers();

        List<BullyEffect> older =
                rules.received(from(B, MARK_OF_B, 1, new MembershipVersion(Epoch.of(1), 1), leads(B, 5)), LATER);
        List<BullyEffect> current = written(rules, rules.received(from(B, MARK_OF_B, 2, STAMP, leads(B, 5)), LATER));

        assertThat(promises(older)).isZero();
        assertThat(handOvers(older)).isOne();
        assertThat(promises(current)).isOne();
    }

    @Test
    void aReplayedAnnouncementIsRefused() {
        BullyRules rules = twoMembers();
        Envelope captured = from(B, MARK_OF_B, 7, STAMP, leads(B, 5));

        assertThat(rules.objection(captured, LATER)).isEmpty();
        assertThat(rules.objection(captured, LATER))
                .hasValueSatisfying(why -> assertThat(why).contains("already received"));
        Envelope ofNextStart = from(new Node(B.id(), new Incarnation(23)), MARK_OF_B, 1, STAMP, leads(B, 5));
        assertThat(rules.objection(ofNextStart, LATER)).isEmpty();
        assertThat(rules.objection(captured, LATER))
                .as("that of the incarnation before")
                .isPresent();
    }

    @Test
    void aReplayedRequestDoesNotKeepTheFormerProcessAlive() {
        BullyRules rules = twoMembers();
        Node restarted = new Node(B.id(), new Incarnation(23));
        Envelope captured = from(B, MARK_OF_B, 7, STAMP, leads(B, 5));
        assertThat(rules.objection(captured, LATER)).isEmpty();

        long now = LATER;
        for (int number = 1; number <= 20; number++) {
            now += SETTINGS.requestTimeout().toNanos();
            assertThat(rules.objection(from(restarted, MARK_OF_B, number, STAMP), now))
                    .as("request %s of the process that lives", number)
                    .isEmpty();
            assertThat(rules.objection(captured, now)).isPresent();
        }
    }

    /** This node may not have been told yet that the sender is a member. */
    @Test
    void aReplayedRequestOfASenderThatIsNotKnownYetIsRefused() {
        BullyRules rules = twoMembers();
        Node added = new Node(NodeId.of("node3"), new Incarnation(33));
        Envelope captured = from(added, new StateId(3), 7, new MembershipVersion(Epoch.of(1), 3), leads(added, 5));

        assertThat(rules.objection(captured, LATER)).isEmpty();
        assertThat(promises(written(rules, rules.received(captured, LATER)))).isOne();
        assertThat(rules.objection(captured, LATER))
                .hasValueSatisfying(why -> assertThat(why).contains("already received"));
    }

    @Test
    void aQuestionStartsNoElection() {
        BullyRules rules = twoMembers();

        List<BullyEffect> effects = rules.received(
                from(B, MARK_OF_B, 1, STAMP, new BullyMessage.Question(ELECTION, Priority.DEFAULT)), LATER);

        assertThat(effects.stream()
                        .filter(effect -> effect instanceof BullyEffect.Send send
                                && send.message() instanceof BullyMessage.Question question
                                && question.election().equals(ELECTION)))
                .isEmpty();
        assertThat(effects.stream()
                        .filter(effect -> effect instanceof BullyEffect.Send send
                                && send.message() instanceof BullyMessage.Precedence))
                .hasSize(1);
    }

    @Test
    void aRequestToJoinIsNotPassedOn() {
        BullyRules rules = twoMembers();

        rules.join(new JoinRequest(member(NodeId.of("node3"), new StateId(3), AT_B), new StateId(0)), LATER);

        assertThat(rules.tick(LATER).stream().filter(BullyEffect.Join.class::isInstance))
                .isEmpty();
    }

    @Test
    void theHigherNumberIsTheHigherNode() {
        assertThat(IdOrder.NATURAL.compare(NodeId.of("node10"), NodeId.of("node9")))
                .isPositive();
        assertThat(IdOrder.NATURAL.compare(NodeId.of("node2"), NodeId.of("node10")))
                .isNegative();
        assertThat(IdOrder.NATURAL.compare(NodeId.of("node1"), NodeId.of("node01")))
                .isNotZero();
        assertThat(IdOrder.NATURAL.compare(
                        NodeId.of("n99999999999999999999999"), NodeId.of("n100000000000000000000000")))
                .isNegative();
        assertThat(IdOrder.LEXICOGRAPHIC.compare(NodeId.of("node10"), NodeId.of("node9")))
                .isNegative();
    }

    private static long answersToAMembership(List<BullyEffect> effects) {
        return effects.stream()
                .filter(effect ->
                        effect instanceof BullyEffect.Send send && send.message() instanceof BullyMessage.Stored)
                .count();
    }

    /** Or it and the member that tells it would answer each other without end. */
    @Test
    void whoIsNoMemberDoesNotAnswerTheMembershipThatItKnows() {
        BullyRules rules = twoMembers();
        Membership both = store.load().orElseThrow();
        Membership without = both.without(A, FormerMember.Cause.ASKED).stamped(Epoch.of(2), Epoch.NONE);

        List<BullyEffect> known = rules.received(from(B, MARK_OF_B, 1, STAMP, new BullyMessage.Members(both)), LATER);
        List<BullyEffect> removed =
                written(rules, rules.received(from(B, MARK_OF_B, 2, STAMP, new BullyMessage.Members(without)), LATER));
        List<BullyEffect> again = written(
                rules,
                rules.received(from(B, MARK_OF_B, 3, without.stamp(), new BullyMessage.Members(without)), LATER));

        assertThat(answersToAMembership(known)).as("as a member").isOne();
        assertThat(store.load()).contains(without);
        assertThat(answersToAMembership(removed)).as("to what is new").isOne();
        assertThat(answersToAMembership(again)).as("to what it knows").isZero();
    }

    @Test
    void thePasswordIsNeverShown() {
        BullyConfiguration configuration = BullyConfiguration.of(
                        new Credentials("the_user", "the_secret"), Path.of("state"))
                .build();

        assertThat(configuration.toString()).doesNotContain("the_secret").doesNotContain("the_user");
        assertThatThrownBy(() -> new Credentials("the_user", "abc"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageNotContaining("abc");
    }

    @Test
    void whatIsWrittenIsReadBack() {
        Envelope said = from(
                B,
                MARK_OF_B,
                3,
                STAMP,
                leads(B, 5),
                new BullyMessage.Members(Membership.formed("c", member(A, MARK_OF_A, AT_A))));

        assertThat(MessageJson.envelope(MessageJson.write(said))).isEqualTo(said);
    }

    @Test
    void intervalsAreCheckedTogether() {
        assertThatThrownBy(() -> BullySettings.every(Duration.ofMillis(200)).removingAfter(Duration.ofSeconds(1)))
                .hasMessageContaining("remove_after");
        assertThatThrownBy(() -> BullySettings.every(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }
}
