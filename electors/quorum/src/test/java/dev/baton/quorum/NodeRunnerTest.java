// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.internal.runtime.ManualLanes;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.Alarm;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.LeaderSeen;
import dev.baton.spi.ElectorEvent.Trouble;
import dev.baton.spi.ElectorEvent.Vacant;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the runner of every elector on this engine keeps: written before it is said, awake in time, one contest each. */
class NodeRunnerTest {
    private static final ElectionName ORDERS = ElectionName.of("orders");
    private static final ElectionName BILLING = ElectionName.of("billing");
    private static final Node SELF = new Node(NodeId.of("a"), new Incarnation(1));
    private static final Node OTHER = new Node(NodeId.of("b"), new Incarnation(2));
    private static final Node THIRD = new Node(NodeId.of("c"), new Incarnation(3));
    private static final Duration LEASE = LeaseTerms.DEFAULT.lease();
    private static final Alarm ALARM = new Alarm(Alarm.Kind.STATE_IS_NEW, "told first");

    private final ManualLanes lanes = new ManualLanes();
    private final MemoryLedger ledger = new MemoryLedger();
    private final Deque<Runnable> disk = new ArrayDeque<>();
    private final VotingNode node = new VotingNode(
            SELF, new FixedElectorate(List.of(SELF, OTHER, THIRD)), new LedgerWriter(ledger, disk::add), lanes);
    private final List<ElectorEvent> events = new ArrayList<>();

    private static Ask ask(ElectionName election, long epoch) {
        return new Ask(election, new LeaseToken(epoch, epoch), Epoch.of(epoch), LEASE, 3);
    }

    private void runDisk() {
        disk.remove().run();
        lanes.run();
    }

    private Contest enter(ElectionName election) {
        Contest contest =
                node.runner().enter(new ElectionEntry(election, SELF, Endpoints.NONE), Optional.empty(), events::add);
        lanes.run();
        return contest;
    }

    private <E extends ElectorEvent> List<E> told(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    // ---- what is written, and when it is said

    @Test
    void aPromiseIsSaidAfterItIsWrittenAndNotBefore() {
        node.hears(OTHER, ask(ORDERS, 5));
        lanes.run();
        assertThat(node.takeSent()).isEmpty();

        runDisk();

        assertThat(ledger.highest(ORDERS)).isEqualTo(Epoch.of(5));
        assertThat(node.takeSent())
                .containsExactly(new Vote(ORDERS, ask(ORDERS, 5).token(), Answer.PROMISED, Epoch.of(5), 3));
    }

    @Test
    void whatPromisesNothingDoesNotWaitForTheDisk() {
        node.hears(OTHER, ask(ORDERS, 5));
        node.hears(OTHER, new PreVote(BILLING, new LeaseToken(1, 1), LEASE, 3));
        lanes.run();

        assertThat(node.takeSent())
                .containsExactly(new Vote(BILLING, new LeaseToken(1, 1), Answer.WILLING, Epoch.NONE, 3));
        assertThat(ledger.highest(ORDERS)).isEqualTo(Epoch.NONE);
    }

    @Test
    void stepsThatAreTakenDuringAWriteAreOneWrite() {
        node.hears(OTHER, ask(ORDERS, 5));
        lanes.run();
        node.hears(OTHER, ask(BILLING, 6));
        node.hears(THIRD, ask(ElectionName.of("third"), 7));
        lanes.run();

        runDisk();

        assertThat(node.takeSent()).hasSize(3);
        assertThat(disk).isEmpty();
    }

    @Test
    void aPromiseThatCannotBeWrittenIsRefusedAndGivenToTheNextWhoAsks() {
        ledger.full(true);
        node.hears(OTHER, ask(ORDERS, 5));
        lanes.run();
        runDisk();
        assertThat(node.takeSent())
                .containsExactly(new Vote(ORDERS, ask(ORDERS, 5).token(), Answer.CANNOT_WRITE, Epoch.NONE, 3));

        ledger.full(false);
        node.hears(THIRD, ask(ORDERS, 6));
        lanes.run();
        runDisk();

        assertThat(node.takeSent())
                .containsExactly(new Vote(ORDERS, ask(ORDERS, 6).token(), Answer.PROMISED, Epoch.of(6), 3));
    }

    @Test
    void whatIsKeptBesideTheLedgerIsWrittenInItsTurn() {
        List<String> order = new ArrayList<>();
        node.hears(OTHER, ask(ORDERS, 5));
        lanes.run();
        node.runner().persist(() -> order.add("beside, after " + ledger.highest(ORDERS)), durable -> order.add("told"));

        runDisk();

        assertThat(order).containsExactly("beside, after 5", "told");
    }

    // ---- when it is awake

    @Test
    void itWakesByItselfWhenTheNextStepIsDue() {
        enter(ORDERS).campaign(Priority.DEFAULT);
        lanes.run();
        long asked = node.takeSent().stream().filter(PreVote.class::isInstance).count();

        lanes.advance(LeaseTerms.DEFAULT.requestTimeout().plus(LeaseTerms.DEFAULT.renewInterval()));

        assertThat(asked).isEqualTo(2);
        assertThat(node.takeSent()).anyMatch(PreVote.class::isInstance);
    }

    /** The alarm clock has just rung, and nothing else would set it again. */
    @Test
    void aNodeWhoseStepFailedWakesAgain() {
        enter(ORDERS).campaign(Priority.DEFAULT);
        lanes.run();
        node.failNextTick();
        assertThatThrownBy(() -> lanes.advance(LeaseTerms.DEFAULT.lease())).hasMessage("modelled fault");
        node.takeSent();

        lanes.advance(LeaseTerms.DEFAULT.renewInterval().multipliedBy(2));

        assertThat(node.takeSent()).anyMatch(PreVote.class::isInstance);
    }

    @Test
    void itSleepsWhereNothingIsDue() {
        lanes.run();
        int before = node.steps();

        lanes.advance(Duration.ofHours(1));

        assertThat(node.steps()).isEqualTo(before);
    }

    // ---- contests

    @Test
    void anElectionIsEnteredOnceAtATime() {
        Contest first = enter(ORDERS);
        assertThatIllegalStateException().isThrownBy(() -> enter(ORDERS)).withMessageContaining("already");
        enter(BILLING);

        first.close();

        assertThat(enter(ORDERS)).isNotSameAs(first);
    }

    /** Or it would take the node out of the election that it has entered again. */
    @Test
    void closingAContestTwiceLeavesTheNextOneAlone() {
        Contest first = enter(ORDERS);
        first.close();
        enter(ORDERS).campaign(Priority.DEFAULT);
        events.clear();

        first.close();
        lanes.run();
        lanes.advance(LeaseTerms.DEFAULT.renewInterval());

        assertThat(node.takeSent()).anyMatch(PreVote.class::isInstance);
        assertThatIllegalStateException().isThrownBy(() -> enter(ORDERS));
    }

    @Test
    void aContestThatWasLeftHearsNothingMore() {
        Contest contest = enter(ORDERS);
        contest.close();
        lanes.run();
        events.clear();

        node.runner().tell(ORDERS, new Trouble(ALARM));
        node.runner().tellAll(ALARM);

        assertThat(events).isEmpty();
    }

    @Test
    void whatAnOperatorShouldKnowIsToldFirstAndToAll() {
        node.runner().enter(new ElectionEntry(ORDERS, SELF, Endpoints.NONE), Optional.of(ALARM), events::add);
        assertThat(events).isEmpty();
        lanes.run();
        assertThat(events).first().isEqualTo(new Trouble(ALARM));
        assertThat(told(Vacant.class)).hasSize(1);
        List<ElectorEvent> others = new ArrayList<>();
        node.runner().enter(new ElectionEntry(BILLING, SELF, Endpoints.NONE), Optional.empty(), others::add);
        events.clear();

        node.runner().tellAll(ALARM);

        assertThat(events).containsExactly(new Trouble(ALARM));
        assertThat(others).containsExactly(new Trouble(ALARM));
    }

    @Test
    void aCandidateLeadsByTheStepsOfItsContestAndGivesItBack() {
        Contest contest = enter(ORDERS);
        contest.campaign(Priority.DEFAULT);
        lanes.run();
        node.takeSent().stream()
                .filter(PreVote.class::isInstance)
                .map(PreVote.class::cast)
                .limit(1)
                .forEach(asked -> node.hears(OTHER, new Vote(ORDERS, asked.token(), Answer.WILLING, Epoch.NONE, 3)));
        lanes.run();
        runDisk();
        node.takeSent().stream()
                .filter(Ask.class::isInstance)
                .map(Ask.class::cast)
                .limit(1)
                .forEach(
                        asked -> node.hears(OTHER, new Vote(ORDERS, asked.token(), Answer.PROMISED, asked.epoch(), 3)));
        lanes.run();
        assertThat(told(Granted.class)).extracting(Granted::epoch).containsExactly(Epoch.of(1));
        assertThat(told(LeaderSeen.class)).hasSize(1);
        node.takeSent();

        contest.release(Epoch.of(1), Optional.of(OTHER.id()));
        lanes.run();

        assertThat(node.takeSent())
                .hasSize(2)
                .allMatch(message -> message instanceof VotingMessage.Release release
                        && release.successor().equals(Optional.of(OTHER.id())));
        assertThat(told(ElectorEvent.Released.class)).hasSize(1);
    }
}
