// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Candidate;
import dev.baton.CandidateEvent.ElectionCheck;
import dev.baton.CandidateEvent.LostLeadership;
import dev.baton.CandidateSettings;
import dev.baton.Duty;
import dev.baton.Epoch;
import dev.baton.LossReason;
import dev.baton.Node;
import dev.baton.NotLeaderException;
import dev.baton.spi.Guarantee;
import dev.baton.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The tests of what every elector promises to a single node. Tests of electors for more than one node extend
 * {@link ElectorContract}.
 */
@Timeout(120)
public abstract class SoleElectorContract {
    /** Generous, because a loaded machine may stall for seconds; a passing test does not wait for it. */
    protected static final Duration PATIENCE = Duration.ofSeconds(20);

    static final String ELECTION = "coordinator";

    private final List<TestNode> nodes = new ArrayList<>();
    private ClusterFixture fixture;

    /** A new, empty environment. */
    protected abstract ClusterFixture newFixture();

    @BeforeEach
    final void openFixture() {
        fixture = newFixture();
    }

    @AfterEach
    final void closeFixture() {
        nodes.forEach(TestNode::close);
        fixture.close();
        for (TestNode node : nodes) {
            for (AssertionError fault : node.faults()) {
                throw fault;
            }
        }
    }

    final ClusterFixture fixture() {
        return fixture;
    }

    final TestNode node(String id, Duty... duties) {
        return node(id, UnaryOperator.identity(), duties);
    }

    final TestNode node(String id, UnaryOperator<CandidateSettings.Builder> settings, Duty... duties) {
        TestNode node = new TestNode(fixture, id, ELECTION, settings, duties);
        nodes.add(node);
        return node;
    }

    final List<TestNode> nodes() {
        return nodes;
    }

    final void eventually(String fact, BooleanSupplier holds) {
        Eventually.eventually(fact, PATIENCE, holds, () -> nodes);
    }

    @Test
    void aNodeAloneLeads() {
        TestNode a = node("a");

        eventually("a leads", a::leads);

        assertThat(a.epoch().isAfter(Epoch.NONE)).isTrue();
        eventually("it says so", () -> a.candidate().status().state() == Candidate.State.LEADING);
        eventually("a sees itself", () -> a.candidate().leader().isPresent());
        assertThat(a.candidate().leader().orElseThrow().node())
                .isEqualTo(a.candidate().node());
    }

    @Test
    void theEpochRisesAlsoForTheSameWinner() {
        TestNode a = node("a", it -> it.rest(Duration.ofMillis(1)));
        eventually("a leads", a::leads);
        Epoch first = a.epoch();

        a.candidate().resign().join();

        eventually("a leads again", a::leads);
        assertThat(a.epoch().isAfter(first)).isTrue();
    }

    @Test
    void aRestartIsANewIncarnationWithAHigherEpoch() {
        TestNode before = node("a");
        eventually("a leads", before::leads);
        Epoch epoch = before.epoch();
        Node node = before.candidate().node();
        before.close();

        TestNode after = node("a");
        eventually("a leads again", after::leads);

        assertThat(after.candidate().node().id()).isEqualTo(node.id());
        assertThat(after.candidate().node().incarnation()).isNotEqualTo(node.incarnation());
        if (after.baton().guarantee().epochs() == Guarantee.EpochMemory.DURABLE) {
            assertThat(after.epoch().isAfter(epoch)).isTrue();
        }
    }

    @Test
    void anIneligibleNodeNeverLeads() {
        TestNode a = node("a", it -> it.eligible(false));
        eventually(
                "a has looked several times",
                () -> a.recorder().events(ElectionCheck.class).size() > 2);

        assertThat(a.leads()).isFalse();
        assertThat(a.recorder().calls()).isEmpty();
    }

    @Test
    void aLeaderMadeIneligibleStepsDown() {
        TestNode a = node("a");
        eventually("a leads", a::leads);

        a.candidate().setEligible(false);

        eventually("a is standby", () -> a.candidate().status().state() == Candidate.State.STANDBY);
        eventually("a is told", () -> !a.recorder().events(LostLeadership.class).isEmpty());
        assertThat(a.recorder().events(LostLeadership.class).get(0).reason()).isEqualTo(LossReason.INELIGIBLE);
    }

    @Test
    void dutiesRunWhileLeadingAndAreStoppedBeforeResigningIsDone() {
        List<String> calls = new CopyOnWriteArrayList<>();
        TestNode a = node("a", new LoggedDuty("job", calls));
        eventually("the duty runs", () -> calls.size() == 1);
        Epoch epoch = a.epoch();

        a.candidate().resign().join();

        assertThat(calls).startsWith("start " + epoch, "stop");
    }

    @Test
    void callbacksAlternateAndCarryTheEpoch() {
        TestNode a = node("a", it -> it.rest(Duration.ofMillis(1)));
        for (int i = 0; i < 3; i++) {
            eventually("a leads", a::leads);
            a.candidate().resign().join();
        }
        a.close();

        List<EventRecorder.Call> calls = a.recorder().calls();
        assertThat(calls.size()).isGreaterThanOrEqualTo(6);
        for (int i = 0; i + 1 < calls.size(); i += 2) {
            assertThat(calls.get(i).what()).isEqualTo("elected");
            assertThat(calls.get(i + 1))
                    .isEqualTo(new EventRecorder.Call("revoked", calls.get(i).epoch()));
        }
    }

    @Test
    void resigningWithoutLeadingSaysWhoLeads() {
        TestNode a = node("a", it -> it.eligible(false));

        assertThatThrownBy(() -> a.candidate().resign().join()).hasCauseInstanceOf(NotLeaderException.class);
        assertThatThrownBy(() -> a.candidate().requireLeadership())
                .isInstanceOf(NotLeaderException.class)
                .hasMessageContaining("a does not lead " + ELECTION);
    }

    @Test
    void aNodeStandsInManyElectionsAtOnce() {
        TestNode a = node("a");
        List<Candidate> others = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            others.add(a.baton()
                    .stand("election-" + i)
                    .settings(fixture.settings().build())
                    .start());
        }

        eventually("a leads all of them", () -> a.leads() && others.stream().allMatch(Candidate::isLeader));
    }

    @Test
    void anElectionIsEnteredOnce() {
        TestNode a = node("a");

        assertThatThrownBy(() -> a.baton().stand(ELECTION).start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(ELECTION);
        eventually("the first candidate is not hurt", a::leads);
    }

    @Test
    void anElectionThatWasLeftCanBeEnteredAgain() {
        TestNode a = node("a");
        eventually("a leads", a::leads);
        a.candidate().close();

        Candidate again =
                a.baton().stand(ELECTION).settings(fixture.settings().build()).start();

        eventually("a leads again", again::isLeader);
    }

    @Test
    void closingIsCleanAndLeaksNoThread() {
        TestNode a = node("leaky", new LoggedDuty("job", new CopyOnWriteArrayList<>()));
        eventually("it leads", a::leads);

        a.close();

        assertThat(a.leads()).isFalse();
        assertThat(a.candidate().status().state()).isEqualTo(Candidate.State.CLOSED);
        eventually(
                "its threads are gone",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("baton-leaky")));
    }

    @Test
    void thePromiseIsStated() {
        TestNode a = node("a");

        assertThat(a.baton().guarantee().statement()).isNotBlank();
    }
}
