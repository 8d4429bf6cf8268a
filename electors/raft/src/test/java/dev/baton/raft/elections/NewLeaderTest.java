// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import static dev.baton.raft.elections.Rows.ORDERS;
import static dev.baton.raft.elections.Rows.node;
import static dev.baton.raft.elections.Rows.token;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.raft.simulation.GroupFlaw;
import dev.baton.raft.simulation.SimulatedGroup;
import dev.baton.raft.simulation.SimulatedMember;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.testkit.simulation.Network;
import dev.baton.testkit.simulation.Scheduler;
import dev.baton.testkit.simulation.SeededRandom;
import dev.baton.testkit.simulation.SimulatedProcess;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * What may happen when a former leader leads again, in orders that chance alone takes too long to find. Why an entry is
 * applied only in the term in which it was decided: a former leader, cut off, judges a lease to be over that the new one
 * has renewed. And why a leader answers nothing before it has applied an entry of its own term. A former leader, cut off, judges a lease
 * to be over that the new one has renewed, and has that in its log. If the new one ends before anything of its term is in
 * another log, the former one is elected again, and what it had judged is committed.
 */
class NewLeaderTest {
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final long MILLI = 1_000_000;
    private static final long SEEDS = 500;

    private final Map<String, SimulatedProcess> processes = new HashMap<>();
    private SeededRandom chance = new SeededRandom(0);
    private Scheduler scheduler = new Scheduler(chance);
    private Network network = new Network(scheduler, chance);

    private SimulatedGroup group(long seed, Set<GroupFlaw> flaws) {
        chance = new SeededRandom(seed);
        scheduler = new Scheduler(chance.split());
        network = new Network(scheduler, chance.split());
        List<String> names = List.of("former", "next", "third");
        SimulatedGroup group = new SimulatedGroup(scheduler, network, chance.split(), names, flaws, broken -> {
            throw new AssertionError(broken);
        });
        for (String name : names) {
            SimulatedProcess process = new SimulatedProcess(scheduler, chance.split());
            processes.put(name, process);
            group.start(name, process, List.of(new ElectionsPart(scheduler::now)));
        }
        return group;
    }

    /** Whether it comes to it soon. */
    private boolean until(BooleanSupplier fact) {
        long limit = scheduler.now() + 500 * MILLI;
        while (!fact.getAsBoolean()) {
            if (!scheduler.step(limit)) {
                return false;
            }
        }
        return true;
    }

    private void pass(long nanos) {
        long limit = scheduler.now() + nanos;
        while (scheduler.step(limit)) {
            // One event after the other.
        }
    }

    private static SimulatedMember member(SimulatedGroup group, String name) {
        return group.members().stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static CompletableFuture<byte[]> ask(SimulatedMember member, LeaseRequest request) {
        return member.call(ElectionsPart.NAME, Calls.request(List.of(request)));
    }

    private static LeaseRequest acquire(String by, int token) {
        return new LeaseRequest.Acquire(
                new ElectionEntry(ORDERS, node(by), Endpoints.NONE), token(token), Epoch.NONE, LEASE, Optional.empty());
    }

    private static Optional<LeaseRow> row(CompletableFuture<byte[]> answer) {
        return answer.isDone() && !answer.isCompletedExceptionally()
                ? ((LeaseReply.Answered) Calls.replies(answer.join(), 1).get(0)).row()
                : Optional.empty();
    }

    /**
     * How long before the end of the first holder's lease the second one is granted it; nothing if chance did not let it
     * come to that.
     */
    private Optional<Duration> overlap(long seed, Set<GroupFlaw> flaws) {
        SimulatedGroup group = group(seed, flaws);
        SimulatedMember former = member(group, "former");
        SimulatedMember next = member(group, "next");
        former.forceElection();
        pass(50 * MILLI);
        CompletableFuture<byte[]> granted = ask(former, acquire("first", 1));
        long holds = scheduler.now() + LEASE.toNanos();
        if (!until(granted::isDone) || row(granted).isEmpty()) {
            return Optional.empty();
        }
        // By then the others know that it is committed.
        pass(450 * MILLI);
        network.cutBothWays("former", "next");
        network.cutBothWays("former", "third");
        next.forceElection();
        if (!until(next::isLeader)) {
            return Optional.empty();
        }
        // It answers what needs no disk, such as a confirmation.
        group.fillDisk("third", true);
        pass(1_100 * MILLI);
        long asked = scheduler.now();
        CompletableFuture<byte[]> renewal = ask(next, new LeaseRequest.Renew(ORDERS, token(1), LEASE));
        pass(50 * MILLI);
        if (row(renewal).filter(LeaseRow::isLive).isPresent()) {
            holds = asked + LEASE.toNanos();
        }
        processes.get("next").end();
        pass(450 * MILLI);
        CompletableFuture<?> unused = ask(former, acquire("second", 2));
        pass(5 * MILLI);
        group.fillDisk("third", false);
        network.mendAll();
        return until(() -> isHeldBySecond(former))
                ? Optional.of(Duration.ofNanos(holds - scheduler.now()))
                : Optional.empty();
    }

    /**
     * The same if the former leader's proposal gets into its log only when it leads again. The new leader is well, and has
     * handed over.
     */
    private Optional<Duration> overlapByALateEntry(long seed, Set<GroupFlaw> flaws) {
        SimulatedGroup group = group(seed, flaws);
        SimulatedMember former = member(group, "former");
        SimulatedMember next = member(group, "next");
        former.forceElection();
        pass(50 * MILLI);
        CompletableFuture<byte[]> granted = ask(former, acquire("first", 1));
        if (!until(granted::isDone) || row(granted).isEmpty()) {
            return Optional.empty();
        }
        network.cutBothWays("former", "next");
        network.cutBothWays("former", "third");
        next.forceElection();
        pass(1_900 * MILLI);
        long asked = scheduler.now();
        CompletableFuture<byte[]> renewal = ask(next, new LeaseRequest.Renew(ORDERS, token(1), LEASE));
        pass(200 * MILLI);
        if (row(renewal).filter(LeaseRow::isLive).isEmpty()) {
            return Optional.empty();
        }
        CompletableFuture<?> unused = ask(former, acquire("second", 2));
        network.mendAll();
        long holds = asked + LEASE.toNanos();
        pass(450 * MILLI);
        while (scheduler.now() < holds) {
            if (isHeldBySecond(former)) {
                return Optional.of(Duration.ofNanos(holds - scheduler.now()));
            }
        }
        return Optional.empty();
    }

    private boolean isHeldBySecond(SimulatedMember of) {
        of.forceElection();
        pass(15 * MILLI);
        CompletableFuture<byte[]> look = ask(of, new LeaseRequest.Read(ORDERS));
        pass(15 * MILLI);
        return row(look).filter(found -> found.holder().equals(node("second"))).isPresent();
    }

    private static List<Duration> overlaps(LongFunction<Optional<Duration>> run) {
        return LongStream.range(0, SEEDS)
                .mapToObj(run)
                .flatMap(Optional::stream)
                .toList();
    }

    @Test
    void anEntryThatIsAppliedInAnotherTermLetsTwoHold() {
        assertThat(overlaps(seed -> overlapByALateEntry(seed, EnumSet.of(GroupFlaw.NO_TERM_GUARD))))
                .isNotEmpty();
    }

    @Test
    void anEntryThatIsLeftOutInAnotherTermDoesNot() {
        assertThat(overlaps(seed -> overlapByALateEntry(seed, EnumSet.noneOf(GroupFlaw.class))))
                .isEmpty();
    }

    @Test
    void aLeaderThatAnswersBeforeAnEntryOfItsOwnTermLetsTwoHold() {
        assertThat(overlaps(seed -> overlap(seed, EnumSet.of(GroupFlaw.LEADS_AT_ONCE))))
                .anyMatch(it -> !it.isNegative());
    }

    @Test
    void aLeaderThatWaitsForItDoesNot() {
        assertThat(overlaps(seed -> overlap(seed, EnumSet.noneOf(GroupFlaw.class))))
                .isNotEmpty()
                .allMatch(Duration::isNegative);
    }
}
