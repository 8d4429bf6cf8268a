// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Candidate;
import dev.baton.CandidateEvent.ElectionCheck;
import dev.baton.CandidateEvent.LeaderChanged;
import dev.baton.CandidateEvent.LeaderDown;
import dev.baton.CandidateEvent.LostLeadership;
import dev.baton.CandidateSettings;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.FencedException;
import dev.baton.InMemoryFence;
import dev.baton.Leader;
import dev.baton.Leadership;
import dev.baton.LossReason;
import dev.baton.NodeId;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Vacancy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * The tests of what every elector of a cluster promises. The test of a new elector extends this class and provides a
 * {@link ClusterFixture}.
 */
public abstract class ElectorContract extends SoleElectorContract {
    private TestNode awaitLeader() {
        return awaitLeader("one of them leads", node -> true);
    }

    private TestNode awaitLeaderOtherThan(TestNode former) {
        return awaitLeader("another than " + former.id() + " leads", node -> node != former);
    }

    /** Returns the node that this check found: leadership may move on before the next check. */
    private TestNode awaitLeader(String fact, Predicate<TestNode> wanted) {
        List<TestNode> found = new ArrayList<>();
        eventually(fact, () -> {
            nodes().stream().filter(wanted).filter(TestNode::leads).findFirst().ifPresent(found::add);
            return !found.isEmpty();
        });
        return found.get(0);
    }

    private void allAreReady() {
        eventually(
                "all are ready",
                () -> nodes().stream()
                        .allMatch(node -> node.candidate().leader().isPresent()));
    }

    @Test
    void oneWinsAmongMany() {
        for (int i = 1; i <= 5; i++) {
            node("n" + i);
        }

        eventually("one leads, and all see it", () -> {
            List<TestNode> leading = nodes().stream().filter(TestNode::leads).toList();
            // A node that still leads after another was seen to lead has led at the same time.
            assertThat(
                            leading.size() < 2
                                    ? leading
                                    : leading.stream().filter(TestNode::leads).toList())
                    .hasSizeLessThan(2);
            return leading.size() == 1 && nodes().stream().allMatch(node -> sees(node, leading.get(0)));
        });
    }

    private static boolean sees(TestNode node, TestNode leader) {
        return node.candidate()
                .leader()
                .map(Leader::node)
                .filter(leader.candidate().node()::equals)
                .isPresent();
    }

    @Test
    void resigningHandsOverAtAHigherEpoch() {
        node("a");
        node("b");
        TestNode former = awaitLeader();
        Epoch epoch = former.epoch();

        former.candidate().resign().join();

        TestNode next = awaitLeaderOtherThan(former);
        assertThat(next.epoch().isAfter(epoch)).isTrue();
        assertThat(former.leads()).isFalse();
    }

    @Test
    void aTransferGoesToTheNamedNode() {
        for (int i = 1; i <= 4; i++) {
            node("n" + i);
        }
        TestNode former = awaitLeader();
        TestNode target = nodes().stream()
                .filter(node -> node != former)
                .reduce((earlier, later) -> later)
                .orElseThrow();
        // A node that has not seen the leader yet may still be asking for the first vacancy, which named no successor.
        allAreReady();

        Leader next = former.candidate().transferTo(target.id()).join();

        assertThat(next.node()).isEqualTo(target.candidate().node());
        eventually("the target leads", target::leads);
    }

    @Test
    void aTransferToANodeThatIsNotThereEndsWithAnother() {
        node("a", it -> it.successorHeadStart(Duration.ofMillis(50)));
        node("b", it -> it.successorHeadStart(Duration.ofMillis(50)));
        TestNode former = awaitLeader();

        Leader next = former.candidate().transferTo(NodeId.of("nobody")).join();

        assertThat(next.epoch().isAfter(Epoch.of(1))).isTrue();
        awaitLeader();
    }

    @Test
    void thePreferredNodeWins() {
        TestNode first = node("first", it -> it.priority(0).priorityStep(Duration.ofMillis(20)));
        eventually("there is a leader to hand over", first::leads);
        node("second", it -> it.priority(10).priorityStep(Duration.ofMillis(20)));
        TestNode preferred = node("preferred", it -> it.priority(100).priorityStep(Duration.ofMillis(20)));
        allAreReady();

        first.candidate().resign().join();

        assertThat(awaitLeaderOtherThan(first)).isSameAs(preferred);
    }

    @Test
    void aPreferredNodeTakesOverAfterTheMinimumHoldAndAnEqualOneDoesNot() {
        List<String> calls = new CopyOnWriteArrayList<>();
        TestNode first = node("first", ElectorContract::modest, new LoggedDuty("job", calls));
        eventually("there is a leader to take over from", first::leads);
        TestNode equal = node("equal", ElectorContract::modest, new LoggedDuty("job", calls));
        eventually("the equal one is ready", () -> equal.candidate().leader().isPresent());
        Epoch epoch = first.epoch();

        TestNode preferred = node("preferred", it -> modest(it).priority(90), new LoggedDuty("job", calls));

        eventually("the preferred one leads, and its duty runs", () -> preferred.leads() && calls.size() == 3);
        assertThat(calls).containsExactly("start " + epoch, "stop", "start " + preferred.epoch());
        eventually(
                "the first one is told why",
                () -> first.recorder().events(LostLeadership.class).size() == 1);
        LostLeadership lost = first.recorder().events(LostLeadership.class).get(0);
        assertThat(lost.reason()).isEqualTo(LossReason.YIELDED);
        assertThat(lost.detail()).isEqualTo("to preferred");
        eventually("the equal one is told of both", () -> changes(equal).size() > 1);
        assertThat(changes(equal)).containsExactly(epoch, preferred.epoch());
    }

    private static CandidateSettings.Builder modest(CandidateSettings.Builder settings) {
        return settings.priority(50)
                .priorityStep(Duration.ofMillis(1))
                .minimumHold(Duration.ofMillis(300))
                .checkInterval(Duration.ofMillis(100));
    }

    @Test
    void aTransferToALessPreferredNodeIsNotUndone() {
        TestNode preferred = node("preferred", it -> modest(it).priority(90).rest(Duration.ZERO));
        eventually("the preferred one leads", preferred::leads);
        TestNode modest = node("modest", ElectorContract::modest);
        eventually("the other one is ready", () -> modest.candidate().leader().isPresent());

        preferred.candidate().transferTo(modest.id()).join();
        eventually("the chosen one leads", modest::leads);
        TestNode third = node("third", it -> modest(it).priority(95));
        // By then the minimum hold is over ten times.
        eventually(
                "time has passed",
                () -> third.recorder().events(ElectionCheck.class).size() > 30);

        assertThat(modest.leads()).isTrue();
        assertThat(modest.recorder().events(LostLeadership.class)).isEmpty();
    }

    @Test
    void theTakeoverDelayIsKept() {
        Duration delay = Duration.ofMillis(600);
        node("a", it -> it.takeoverDelay(delay));
        node("b", it -> it.takeoverDelay(delay));
        TestNode former = awaitLeader();
        TestNode standby =
                nodes().stream().filter(node -> node != former).findFirst().orElseThrow();
        eventually(
                "the standby sees the leader",
                () -> standby.candidate().leader().isPresent());

        fixture().isolate(former.id());
        AtomicLong lastCalm = new AtomicLong(System.nanoTime());
        AtomicBoolean lost = new AtomicBoolean();
        eventually("the standby leads", () -> {
            long look = System.nanoTime();
            if (!lost.get() && standby.candidate().status().state() == Candidate.State.STANDBY) {
                lastCalm.set(look);
            } else {
                lost.set(true);
            }
            return standby.leads();
        });

        // From before the leader was lost until after the standby leads: a late check can only make it longer. Without
        // a delay the two are next to each other.
        assertThat(Duration.ofNanos(System.nanoTime() - lastCalm.get())).isGreaterThan(delay.dividedBy(2));
    }

    @Test
    void anIsolatedLeaderStopsBeforeAnotherLeads() {
        List<String> calls = new CopyOnWriteArrayList<>();
        node("a", new LoggedDuty("job", calls));
        node("b", new LoggedDuty("job", calls));
        node("c", new LoggedDuty("job", calls));
        TestNode former = awaitLeader();
        Epoch epoch = former.epoch();
        AtomicBoolean overlap = new AtomicBoolean();

        fixture().isolate(former.id());
        eventually("another leads", () -> {
            // Asked in this order: the former leader's answer is older than the others'.
            boolean stillLeads = former.leads();
            boolean otherLeads = nodes().stream().anyMatch(node -> node != former && node.leads());
            overlap.compareAndSet(false, stillLeads && otherLeads && former.leads());
            return otherLeads;
        });
        TestNode next = awaitLeaderOtherThan(former);

        assertThat(overlap).isFalse();
        assertThat(next.epoch().isAfter(epoch)).isTrue();
        eventually("the new duty runs", () -> calls.size() == 3);
        assertThat(calls).containsExactly("start " + epoch, "stop", "start " + next.epoch());
    }

    @Test
    void anIsolatedLeaderComesBackAsStandby() {
        node("a");
        node("b");
        TestNode former = awaitLeader();
        fixture().isolate(former.id());
        TestNode next = awaitLeaderOtherThan(former);

        fixture().rejoin(former.id());

        eventually("the former leader sees the new one", () -> sees(former, next));
        eventually(
                "the former leader is a standby",
                () -> former.candidate().status().state() == Candidate.State.STANDBY);
    }

    @Test
    void aStaleLeadersFencedWriteIsRefused() {
        node("a");
        node("b");
        TestNode former = awaitLeader();
        Leadership stale = former.candidate().requireLeadership();
        InMemoryFence fence = new InMemoryFence();
        fence.pass(stale);

        former.candidate().resign().join();
        fence.pass(awaitLeaderOtherThan(former).candidate().requireLeadership());

        assertThatThrownBy(() -> fence.pass(stale)).isInstanceOf(FencedException.class);
        assertThat(fence.highest(ElectionName.of(ELECTION)).isAfter(stale.epoch()))
                .isTrue();
    }

    @Test
    void observersSeeEachChangeOnceAndInOrder() {
        TestNode observer = node("observer", it -> it.eligible(false));
        node("a", it -> it.rest(Duration.ofMillis(500)));
        node("b", it -> it.rest(Duration.ofMillis(500)));
        List<Epoch> led = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            TestNode current = awaitLeader();
            led.add(current.epoch());
            eventually(
                    "the observer sees epoch " + current.epoch(),
                    () -> changes(observer).contains(current.epoch()));
            current.candidate().resign().join();
        }

        assertThat(changes(observer)).isSorted().doesNotHaveDuplicates().containsAll(led);
    }

    private static List<Epoch> changes(TestNode node) {
        return node.recorder().events(LeaderChanged.class).stream()
                .map(change -> change.current().epoch())
                .toList();
    }

    @Test
    void closingTheLeaderReleasesItsLeadership() {
        node("a");
        node("b");
        TestNode former = awaitLeader();
        TestNode standby =
                nodes().stream().filter(node -> node != former).findFirst().orElseThrow();
        eventually(
                "the standby sees the leader",
                () -> standby.candidate().leader().isPresent());

        former.close();
        awaitLeaderOtherThan(former);
        // Listeners are told on their own thread, so the news may come after the fact.
        eventually(
                "the standby is told that the leader went",
                () -> !standby.recorder().events(LeaderDown.class).isEmpty());

        assertThat(standby.recorder().events(LeaderDown.class).get(0).cause()).isEqualTo(Vacancy.Cause.RELEASED);
    }

    @Test
    void theExclusivityIsStated() {
        TestNode a = node("a");

        assertThat(a.baton().guarantee().exclusivity()).isEqualTo(Guarantee.Exclusivity.EXCLUSIVE);
    }
}
