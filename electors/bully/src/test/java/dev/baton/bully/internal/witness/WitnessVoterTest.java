// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.MemberRole;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MembershipVersion;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.bully.internal.membership.StoredMembership;
import dev.baton.bully.internal.membership.WitnessMember;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.BullyMessage.Ballot;
import dev.baton.bully.internal.message.BullyMessage.Members;
import dev.baton.bully.internal.message.BullyMessage.Stored;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.quorum.VotingMessage;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a witness in a database promises, and to whom. */
class WitnessVoterTest {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final Node A = new Node(NodeId.of("node1"), new Incarnation(11));
    private static final Node B = new Node(NodeId.of("node2"), new Incarnation(22));
    private static final LeaseToken OF_A = new LeaseToken(1, 1);
    private static final LeaseToken OF_B = new LeaseToken(2, 2);
    private static final StateId MARK_OF_WITNESS = new StateId(9);
    private static final Address SOMEWHERE = new Address("127.0.0.1", 2_222);
    private static final Membership MEMBERS = new Membership(
            "cluster",
            new MembershipVersion(Epoch.of(3), 5),
            Epoch.of(2),
            List.of(member(A, 1), member(B, 2), WitnessMember.of(MARK_OF_WITNESS)),
            List.of());

    private WitnessState state = WitnessState.begun(MARK_OF_WITNESS, MEMBERS, 0);

    private static BullyMember member(Node node, long mark) {
        return new BullyMember(node.id(), new StateId(mark), SOMEWHERE, Priority.DEFAULT, MemberRole.FULL);
    }

    private List<BullyMessage> say(Node from, MembershipVersion stamp, BullyMessage message, long now) {
        StateId mark = new StateId(from.equals(A) ? 1 : 2);
        WitnessVoter.Said said = WitnessVoter.hear(
                WitnessMember.ID,
                state,
                new Envelope("cluster", from, mark, SOMEWHERE, 1, stamp, List.of(message)),
                now);
        state = WitnessState.read(said.state().write());
        assertThat(state).as("is read back as it was written").isEqualTo(said.state());
        return said.answers();
    }

    private Answer ask(Node from, ElectionName election, LeaseToken token, long epoch, long now) {
        List<BullyMessage> answers = say(
                from,
                MEMBERS.stamp(),
                new Ballot(new VotingMessage.Ask(election, token, Epoch.of(epoch), LEASE, 3)),
                now);
        assertThat(answers).hasSize(1);
        return ((VotingMessage.Vote) ((Ballot) answers.get(0)).message()).answer();
    }

    private Answer ask(Node from, LeaseToken token, long epoch, long now) {
        return ask(from, ELECTION, token, epoch, now);
    }

    private boolean renew(Node from, LeaseToken token, long epoch, long now) {
        List<BullyMessage> answers = say(
                from,
                MEMBERS.stamp(),
                new Ballot(new VotingMessage.Renew(
                        new Leader(ELECTION, from, Epoch.of(epoch), Endpoints.NONE), token, 1, LEASE, 3)),
                now);
        return ((VotingMessage.Renewed) ((Ballot) answers.get(0)).message()).promised();
    }

    private void cancel(Node from, LeaseToken token, long now) {
        say(from, MEMBERS.stamp(), new Ballot(new VotingMessage.Cancel(ELECTION, token)), now);
    }

    @Test
    void aPromiseThatIsSaidAgainIsStoredAgain() {
        Envelope ask = new Envelope(
                "cluster",
                A,
                new StateId(1),
                SOMEWHERE,
                1,
                MEMBERS.stamp(),
                List.of(new Ballot(new VotingMessage.Ask(ELECTION, OF_A, Epoch.of(4), LEASE, 3))));
        Envelope fromAnother = new Envelope(
                "cluster",
                B,
                new StateId(2),
                SOMEWHERE,
                1,
                MEMBERS.stamp(),
                List.of(new Ballot(new VotingMessage.Ask(ELECTION, OF_B, Epoch.of(5), LEASE, 3))));
        WitnessState promised =
                WitnessVoter.hear(WitnessMember.ID, state, ask, 10).state();

        WitnessVoter.Said again = WitnessVoter.hear(WitnessMember.ID, promised, ask, 20);
        WitnessVoter.Said refused = WitnessVoter.hear(WitnessMember.ID, promised, fromAnother, 20);

        assertThat(again.state()).isEqualTo(promised);
        assertThat(again.isToBeStoredAfter(promised)).isTrue();
        assertThat(refused.isToBeStoredAfter(promised)).isFalse();
    }

    @Test
    void nobodyElseIsPromisedAnythingForALease() {
        assertThat(ask(A, OF_A, 4, 100)).isEqualTo(Answer.PROMISED);
        assertThat(ask(A, OF_A, 4, 200)).as("the same question again").isEqualTo(Answer.PROMISED);
        assertThat(ask(B, OF_B, 5, 100 + LEASE.toMillis())).isEqualTo(Answer.TAKEN);
        assertThat(ask(B, OF_B, 5, 103 + LEASE.toMillis())).isEqualTo(Answer.PROMISED);
    }

    @Test
    void aRenewalCountsFromWhenItWasGiven() {
        ask(A, OF_A, 4, 100);

        assertThat(renew(A, OF_A, 4, 900)).isTrue();
        assertThat(renew(B, OF_B, 5, 900)).isFalse();
        assertThat(ask(B, OF_B, 5, 900 + LEASE.toMillis())).isEqualTo(Answer.TAKEN);
    }

    @Test
    void anEpochIsPromisedOnceAndOnlyAboveTheFloor() {
        assertThat(ask(A, OF_A, 2, 100)).as("the floor").isEqualTo(Answer.EPOCH_TOO_LOW);
        ask(A, OF_A, 4, 100);
        cancel(A, OF_A, 200);

        assertThat(ask(B, OF_B, 4, 300)).isEqualTo(Answer.EPOCH_TOO_LOW);
        assertThat(ask(B, OF_B, 5, 300)).isEqualTo(Answer.PROMISED);
    }

    @Test
    void anAttemptThatWasCancelledIsPromisedNothingAfterwards() {
        cancel(A, OF_A, 100);

        assertThat(ask(A, OF_A, 4, 200)).isEqualTo(Answer.TAKEN);
        assertThat(renew(A, OF_A, 4, 200)).isFalse();
    }

    @Test
    void onlyTheHolderEndsItsPromise() {
        ask(A, OF_A, 4, 100);
        cancel(B, OF_B, 200);

        assertThat(ask(B, new LeaseToken(3, 3), 5, 300)).isEqualTo(Answer.TAKEN);
    }

    @Test
    void whoGoesByAnOlderMembershipIsToldTheNewerOneAndPromisedNothing() {
        List<BullyMessage> answers = say(
                A,
                new MembershipVersion(Epoch.of(3), 4),
                new Ballot(new VotingMessage.Ask(ELECTION, OF_A, Epoch.of(4), LEASE, 2)),
                100);

        assertThat(answers).containsExactly(new Members(MEMBERS));
        assertThat(state.promises()).isEmpty();
    }

    @Test
    void whoIsNoMemberIsPromisedNothing() {
        Node stranger = new Node(NodeId.of("node9"), new Incarnation(99));

        List<BullyMessage> answers = say(
                stranger,
                MEMBERS.stamp(),
                new Ballot(new VotingMessage.Ask(ELECTION, OF_A, Epoch.of(4), LEASE, 3)),
                100);

        assertThat(answers).containsExactly(new Members(MEMBERS));
        assertThat(state.promises()).isEmpty();
    }

    @Test
    void aNewMembershipIsSettledWhenWhatWasPromisedBeforeHasRunOut() {
        ask(A, OF_A, 4, 100);
        Membership next = MEMBERS.stamped(Epoch.of(3), Epoch.of(4));

        assertThat(say(A, next.stamp(), new Members(next), 200))
                .containsExactly(new Stored(new StoredMembership(next.stamp(), false, Epoch.of(4), Epoch.NONE)));
        assertThat(say(A, next.stamp(), new Members(next), 100 + LEASE.toMillis()))
                .containsExactly(new Stored(new StoredMembership(next.stamp(), false, Epoch.of(4), Epoch.NONE)));
        assertThat(say(A, next.stamp(), new Members(next), 103 + LEASE.toMillis()))
                .containsExactly(new Stored(new StoredMembership(next.stamp(), true, Epoch.of(4), Epoch.NONE)));
    }

    /** Whoever made it sees by the later promise that it may not count this witness. */
    @Test
    void aMembershipOfALeadershipThatWasOvertakenIsStoredAndTheLaterPromiseIsTold() {
        assertThat(ask(B, Membership.ELECTION, OF_B, 7, 100)).isEqualTo(Answer.PROMISED);
        Membership late = MEMBERS.stamped(Epoch.of(6), Epoch.NONE);

        List<BullyMessage> answers = say(A, late.stamp(), new Members(late), 200);

        assertThat(answers)
                .containsExactly(new Stored(new StoredMembership(late.stamp(), false, Epoch.of(7), Epoch.of(7))));
        assertThat(state.membership()).isEqualTo(late);
    }
}
