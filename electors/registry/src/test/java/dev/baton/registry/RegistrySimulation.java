// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.candidate.Candidate;
import dev.baton.candidate.CandidatePlan;
import dev.baton.candidate.CandidateRuntime;
import dev.baton.candidate.CandidateSettings;
import dev.baton.candidate.LeadershipListener;
import dev.baton.core.ElectionName;
import dev.baton.core.Endpoints;
import dev.baton.core.Health;
import dev.baton.core.HealthCheck;
import dev.baton.core.Incarnation;
import dev.baton.core.Leadership;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
import dev.baton.duty.Duty;
import dev.baton.duty.DutyCalls;
import dev.baton.duty.DutyPolicy;
import dev.baton.elector.Entry;
import dev.baton.lease.LeaseTerms;
import dev.baton.quorum.Ledger;
import dev.baton.quorum.MemoryLedger;
import dev.baton.testkit.simulation.Chance;
import dev.baton.testkit.simulation.Network;
import dev.baton.testkit.simulation.Scheduler;
import dev.baton.testkit.simulation.SimulatedLanes;
import dev.baton.testkit.simulation.SimulatedProcess;
import dev.baton.testkit.simulation.Weather;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * One run of a whole registry cluster with a majority quorum: the real rules, elector and candidates, on virtual time
 * and a modelled network in which every node has a view of its own. First it is disturbed and must be safe at every
 * step; then it is left alone and must agree on one leader.
 */
final class RegistrySimulation {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final Duration SLOWEST_VIEW = Duration.ofSeconds(1);
    private static final long SECOND = 1_000_000_000L;

    /** What must happen now and then, or the simulation proves nothing. */
    enum Fact {
        LEADER_CHANGED,
        LEADER_PAUSED,
        STUTTERED,
        LEADER_CRASHED,
        PARTITIONED,
        ONE_WAY_CUT,
        OVERLAPPING_PARTITION,
        RESIGNED,
        RESTARTED,
        MINORITY_LEADER_STOPPED,
        DISK_FULL,
        MIXED_LEASES,
        RESTARTED_ALL
    }

    private final long seed;
    private final Chance chance;
    private final Scheduler scheduler;
    private final Network network;
    private final RegistrySettings settings;
    private final int size;
    private final List<SimulatedMember> members = new ArrayList<>();
    private final Map<NodeId, MemoryLedger> ledgers = new TreeMap<>();
    private final boolean[][] cut;
    private final Map<Fact, Integer> facts = new EnumMap<>(Fact.class);
    private final List<String> story = new ArrayList<>();
    private final Mutation mutation;
    private long lastEpoch;
    private String lastLeader = "";
    private boolean over;
    private String broken = "";

    /** A known-bad change that a run must notice. */
    enum Mutation {
        NONE,
        /** A voter that restarts with a shorter lease forgets for how long its former self has promised. */
        FORGETFUL_VOTERS,
        /** Whoever stands still is taken for gone. */
        FALSE_PROOF,
        /** Half of the voters is enough. */
        NO_MAJORITY,
        /** A voter that restarts promises at once. */
        NO_ABSTENTION,
        /** A leadership is counted from when its promises arrive. */
        TERM_FROM_ANSWER,
        /** A voter drops its promise whoever cancels. */
        ANY_CANCEL_DROPS
    }

    RegistrySimulation(long seed, Mutation mutation) {
        this.seed = seed;
        this.mutation = mutation;
        this.chance = new Chance(seed);
        this.scheduler = new Scheduler(chance.split());
        this.network = new Network(scheduler, chance.split());
        this.size = chance.happens(0.7) ? 3 : 5;
        Duration lease = chance.millis(2_000, 5_000);
        int stated = mutation == Mutation.NO_MAJORITY ? Math.max(1, size / 2) : size;
        this.settings = RegistrySettings.majorityOf(stated).withTerms(terms(lease));
        this.cut = new boolean[size][size];
        for (int i = 0; i < size; i++) {
            ledgers.put(id(i), new MemoryLedger());
        }
        for (int i = 0; i < size; i++) {
            members.add(new SimulatedMember(i));
        }
        viewsChange();
    }

    private static LeaseTerms terms(Duration lease) {
        return new LeaseTerms(lease, lease.dividedBy(5), lease.dividedBy(8), lease.dividedBy(5));
    }

    static NodeId id(int position) {
        return NodeId.of("n" + (position + 1));
    }

    Map<Fact, Integer> facts() {
        return facts;
    }

    private void seen(Fact fact) {
        facts.merge(fact, 1, Integer::sum);
    }

    private void note(String what) {
        story.add(scheduler.now() / 1_000_000 + " ms " + what);
    }

    private void fail(String why) {
        if (broken.isEmpty()) {
            broken = why;
        }
    }

    /** @return how long it took to agree after the last fault */
    Duration run() {
        disturb();
        runUntil(chance.between(30, 60) * SECOND);
        heal();
        long healed = scheduler.now();
        long limit = healed + 10 * SECOND + 4 * settings.terms().lease().toNanos();
        while (disagreement().isPresent()) {
            if (scheduler.now() > limit) {
                throw failure("no agreement: " + disagreement().orElseThrow());
            }
            runUntil(scheduler.now() + SECOND / 10);
        }
        return Duration.ofNanos(scheduler.now() - healed);
    }

    private void runUntil(long limit) {
        while (scheduler.step(limit)) {
            checkOneActs();
            if (!broken.isEmpty()) {
                throw failure(broken);
            }
        }
    }

    private AssertionError failure(String why) {
        List<String> tail = story.subList(Math.max(0, story.size() - 60), story.size());
        return new AssertionError("seed " + seed + " (" + size + " nodes, " + settings.terms() + "): " + why + "\n"
                + String.join("\n", tail) + "\nto see it again: ./mvnw -pl electors/registry -am test"
                + " -Dtest=RegistrySimulationTest -Dbaton.seed=" + seed
                + " -Dsurefire.failIfNoSpecifiedTests=false");
    }

    private void checkOneActs() {
        SimulatedMember acting = null;
        for (SimulatedMember member : members) {
            if (member.mayAct()) {
                if (acting != null) {
                    fail("two act: " + acting.node + " and " + member.node);
                }
                acting = member;
            }
        }
    }

    private Optional<String> disagreement() {
        List<SimulatedMember> leading =
                members.stream().filter(member -> member.candidate.isLeader()).toList();
        if (leading.size() != 1) {
            return Optional.of(leading.size() + " leaders: "
                    + members.stream().map(member -> member.candidate.status()).toList());
        }
        long running = members.stream().filter(member -> member.dutyRuns).count();
        if (running != 1 || !leading.get(0).dutyRuns) {
            return Optional.of("the duty runs on " + running + " nodes");
        }
        return members.stream()
                .filter(member -> member.candidate
                        .leader()
                        .filter(leader -> leader.node().equals(leading.get(0).node))
                        .isEmpty())
                .findFirst()
                .map(member -> member.node + " does not know the leader");
    }

    // ---- faults

    private void disturb() {
        scheduler.after(chance.nanos(0, 4 * SECOND), () -> {
            if (!over) {
                switch (chance.between(0, 9)) {
                    case 0 -> pause();
                    case 1 -> crash();
                    case 2 -> partition();
                    case 3 -> cutOneWay();
                    case 4 -> overlap();
                    case 5 -> resign();
                    case 6 -> weather();
                    case 7 -> fillDisk();
                    case 8 -> stutter();
                    default -> {
                        if (chance.happens(0.3)) {
                            restartAll();
                        }
                    }
                }
                disturb();
            }
        });
    }

    private void later(Runnable undo) {
        scheduler.after(chance.nanos(0, 3 * settings.terms().lease().toNanos()), undo);
    }

    private SimulatedMember victim() {
        List<SimulatedMember> leaders =
                members.stream().filter(member -> member.candidate.isLeader()).toList();
        return leaders.isEmpty() || chance.happens(0.4) ? chance.pick(members) : leaders.get(0);
    }

    private void pause() {
        SimulatedMember member = victim();
        if (member.process.isPaused() || member.process.hasEnded()) {
            return;
        }
        if (member.candidate.isLeader()) {
            seen(Fact.LEADER_PAUSED);
        }
        note("pause " + member.node);
        member.process.pause();
        later(() -> {
            note("resume " + member.node);
            member.process.resume();
        });
    }

    /** A node stands still with answers on their way to it, and when it goes on it is cut off. */
    private void stutter() {
        SimulatedMember member = victim();
        if (member.process.isPaused() || member.process.hasEnded()) {
            return;
        }
        seen(Fact.STUTTERED);
        note("stutter " + member.node);
        member.process.pause();
        long stand = chance.nanos(SECOND / 5, settings.terms().lease().toNanos());
        scheduler.after(SECOND / 10, () -> {
            for (int i = 0; i < size; i++) {
                set(i, member.position, i != member.position);
                set(member.position, i, i != member.position);
            }
            mendLater();
        });
        scheduler.after(stand, () -> {
            note("go on " + member.node);
            member.process.resume();
        });
    }

    private void crash() {
        SimulatedMember member = victim();
        if (member.candidate.isLeader()) {
            seen(Fact.LEADER_CRASHED);
        }
        member.end();
        later(() -> restart(member.position));
    }

    private void restart(int position) {
        if (members.get(position).process.hasEnded()) {
            seen(Fact.RESTARTED);
            members.set(position, new SimulatedMember(position));
            note("start " + members.get(position).node);
            viewsChange();
        }
    }

    private void restartAll() {
        seen(Fact.RESTARTED_ALL);
        members.forEach(SimulatedMember::end);
        for (int i = 0; i < size; i++) {
            int position = i;
            later(() -> restart(position));
        }
    }

    private void set(int from, int to, boolean value) {
        cut[from][to] = value;
        if (value) {
            network.cut(id(from).value(), id(to).value());
        } else {
            network.mend(id(from).value(), id(to).value());
        }
    }

    private void mendLater() {
        viewsChange();
        later(() -> {
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    set(i, j, false);
                }
            }
            note("mended");
            viewsChange();
        });
    }

    private void partition() {
        seen(Fact.PARTITIONED);
        boolean[] side = new boolean[size];
        for (int i = 0; i < size; i++) {
            side[i] = chance.happens(0.5);
        }
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                set(i, j, side[i] != side[j]);
            }
        }
        note("partition " + java.util.Arrays.toString(side));
        mendLater();
    }

    private void cutOneWay() {
        seen(Fact.ONE_WAY_CUT);
        int from = victim().position;
        for (int to = 0; to < size; to++) {
            if (to != from && chance.happens(0.7)) {
                set(chance.happens(0.5) ? from : to, from, false);
                set(from, to, true);
            }
        }
        note("one way cut of " + id(from));
        mendLater();
    }

    /** A ring: everybody hears its neighbours only. */
    private void overlap() {
        seen(Fact.OVERLAPPING_PARTITION);
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                int apart = Math.floorMod(i - j, size);
                boolean neighbours = apart == 1 || apart == size - 1;
                boolean endsOfThree = size == 3 && Math.abs(i - j) == 2;
                set(i, j, (i != j && !neighbours) || endsOfThree);
            }
        }
        note("overlapping partition");
        mendLater();
    }

    private void resign() {
        SimulatedMember member = victim();
        if (member.candidate.isLeader()) {
            seen(Fact.RESIGNED);
            note("resign " + member.node);
        }
        member.candidate.resign().exceptionally(notLeading -> null);
    }

    private void weather() {
        network.weather(new Weather(
                Duration.ofNanos(200_000),
                chance.millis(1, 100),
                chance.happens(0.5) ? 0 : 0.2,
                chance.happens(0.5) ? 0 : 0.2));
    }

    private void fillDisk() {
        seen(Fact.DISK_FULL);
        MemoryLedger ledger = ledgers.get(victim().node.id());
        ledger.full(true);
        later(() -> ledger.full(false));
    }

    private void heal() {
        over = true;
        network.mendAll();
        network.weather(Weather.FAIR);
        ledgers.values().forEach(ledger -> ledger.full(false));
        for (int i = 0; i < size; i++) {
            java.util.Arrays.fill(cut[i], false);
            members.get(i).process.resume();
            restart(i);
        }
        note("healed");
        viewsChange();
    }

    // ---- membership: every node finds out by itself, some time after things have changed

    private void viewsChange() {
        for (int i = 0; i < size; i++) {
            SimulatedMember member = members.get(i);
            scheduler.after(chance.nanos(Duration.ZERO, SLOWEST_VIEW), () -> member.process.run(member::lookAround));
        }
    }

    /** One start of a node. */
    private final class SimulatedMember {
        private final int position;
        private final Node node;
        private final Member member;
        private final SimulatedProcess process;
        private final Candidate candidate;
        private final boolean otherLease;
        private final List<Leadership> leaderships = new ArrayList<>();
        private Group.Listener listener;
        private long views;
        private List<Member> known = List.of();
        private boolean dutyRuns;

        SimulatedMember(int position) {
            this.position = position;
            this.node = new Node(id(position), Incarnation.random(chance.generator()));
            this.member = new Member(node, true, "");
            this.process = new SimulatedProcess(scheduler, chance.split());
            SimulatedLanes lanes = SimulatedLanes.of(
                    scheduler,
                    process,
                    chance.happens(0.3)
                            ? Long.MAX_VALUE - chance.nanos(0, 40 * SECOND)
                            : chance.generator().nextLong(),
                    chance.nanos(-1_000, 1_000),
                    chance.split(),
                    thrown -> fail("unexpected error in " + id(position) + ": " + thrown));
            Ledger ledger = mutation == Mutation.FORGETFUL_VOTERS ? forgetful() : ledgers.get(id(position));
            RegistrySettings mine = settings.withTerms(terms());
            this.otherLease = !mine.equals(settings);
            Group group = new ModelledGroup();
            RegistryElector elector = new RegistryElector(
                    node,
                    mine,
                    mutation == Mutation.ANY_CANCEL_DROPS ? Mutants.whereAnyCancelDrops(group) : group,
                    new ModelledPresence(),
                    ledger,
                    ConflictResolver.HIGHER_EPOCH_WINS,
                    mutation == Mutation.NO_ABSTENTION ? Mutants.withoutAbstention(lanes) : lanes,
                    chance.split().generator());
            elector.start();
            CandidateRuntime runtime =
                    new CandidateRuntime(lanes, new ModelledCalls(), () -> Runnable::run, (what, cause) -> fault(what));
            this.candidate = Candidate.start(
                    new CandidatePlan(
                            new Entry(ELECTION, node, Endpoints.NONE),
                            CandidateSettings.builder()
                                    .takeoverDelay(chance.millis(0, 500))
                                    .rest(chance.millis(0, 1_000))
                                    .windDown(mine.terms().lease().dividedBy(5))
                                    .build(),
                            List.of(new ModelledDuty()),
                            DutyPolicy.DEFAULT,
                            Optional.empty(),
                            List.of(new Keeper())),
                    mutation == Mutation.TERM_FROM_ANSWER
                            ? Mutants.countingFromTheAnswer(elector, mine.terms(), lanes.ticker())
                            : elector,
                    runtime);
        }

        /** In some runs nodes have different leases, as during a change of the configuration. */
        private LeaseTerms terms() {
            Duration lease = settings.terms().lease();
            if (mutation == Mutation.FORGETFUL_VOTERS) {
                boolean first = members.size() < size;
                return RegistrySimulation.terms(first ? lease : lease.dividedBy(4));
            }
            return RegistrySimulation.terms(seed % 5 == 0 ? lease.dividedBy(chance.pick(List.of(1, 2, 4))) : lease);
        }

        private Ledger forgetful() {
            MemoryLedger real = ledgers.get(id(position));
            return new Ledger() {
                @Override
                public dev.baton.core.Epoch highest(ElectionName election) {
                    return real.highest(election);
                }

                @Override
                public void raise(ElectionName election, dev.baton.core.Epoch epoch, Duration lease) {
                    real.raise(election, epoch, lease);
                }

                @Override
                public Duration longestLease() {
                    return Duration.ZERO;
                }

                @Override
                public void close() {}
            };
        }

        boolean mayAct() {
            leaderships.removeIf(held -> process.hasEnded() || !held.mayAct());
            return !leaderships.isEmpty();
        }

        void end() {
            if (!process.hasEnded()) {
                note("crash " + node);
                process.end();
                viewsChange();
            }
        }

        /** The process ends, as it does by default. Only one that stood still has an excuse. */
        private void fault(String what) {
            if (!process.wasPausedSince(
                    scheduler.now() - 2 * settings.terms().lease().toNanos())) {
                fail(id(position) + " calls its fault handler: " + what);
            }
            end();
            later(() -> restart(position));
        }

        void lookAround() {
            List<Member> here = new ArrayList<>();
            for (SimulatedMember other : members) {
                boolean reachable = other == this
                        || (!other.process.hasEnded()
                                && !other.process.isPaused()
                                && !cut[position][other.position]
                                && !cut[other.position][position]);
                if (reachable) {
                    here.add(other.member);
                }
            }
            if (!here.equals(known)) {
                known = here;
                listener.view(new GroupView(++views, here, false));
            }
        }

        private final class ModelledGroup implements Group {
            @Override
            public void join(Listener told) {
                listener = told;
            }

            @Override
            public void send(Node to, RegistryMessage message) {
                network.send(
                        node.id().value(),
                        to.id().value(),
                        () -> members.stream()
                                .filter(other -> other.node.equals(to))
                                .findFirst()
                                .ifPresent(other -> other.process.run(() -> other.listener.received(node, message))));
            }

            @Override
            public void close() {}
        }

        /** Proves an end soon after it happened, unless the way there is cut. */
        private final class ModelledPresence implements Presence {
            @Override
            public void watch(Member watched, Consumer<Node> gone) {
                scheduler.after(20_000_000, () -> {
                    Optional<SimulatedMember> there = members.stream()
                            .filter(other -> other.member.equals(watched))
                            .findFirst();
                    boolean ended = there.map(other -> other.process.hasEnded()
                                    || (mutation == Mutation.FALSE_PROOF && other.process.isPaused()))
                            .orElse(true);
                    int at = Integer.parseInt(watched.node().id().value().substring(1)) - 1;
                    if (process.hasEnded()) {
                        return;
                    }
                    if (ended && !cut[position][at] && !cut[at][position]) {
                        process.run(() -> gone.accept(watched.node()));
                    } else {
                        watch(watched, gone);
                    }
                });
            }

            @Override
            public void unwatch(Node node) {}

            @Override
            public void close() {}
        }

        private final class Keeper implements LeadershipListener {
            @Override
            public void elected(Leadership won) {
                note("elected " + node + " epoch " + won.epoch());
                if (won.epoch().value() <= lastEpoch) {
                    fail("epoch " + won.epoch() + " after " + lastEpoch);
                }
                if (otherLease) {
                    seen(Fact.MIXED_LEASES);
                }
                if (!lastLeader.equals(node.id().value())) {
                    seen(Fact.LEADER_CHANGED);
                }
                lastLeader = node.id().value();
                lastEpoch = won.epoch().value();
                leaderships.add(won);
            }

            @Override
            public void revoked(dev.baton.core.Epoch lost, dev.baton.core.LossReason why) {
                note("revoked " + node + " epoch " + lost + " " + why);
                if (why == dev.baton.core.LossReason.DEADLINE) {
                    seen(Fact.MINORITY_LEADER_STOPPED);
                }
            }
        }

        /** Runs from start to stop; no two processes run it at once, unless one of them stands still. */
        private final class ModelledDuty implements Duty {
            @Override
            public String name() {
                return "duty";
            }

            @Override
            public void start(Leadership leadership, Crash crash) {
                for (SimulatedMember other : members) {
                    if (other != SimulatedMember.this
                            && other.dutyRuns
                            && !other.process.hasEnded()
                            && !other.process.wasPausedSince(
                                    scheduler.now() - settings.terms().lease().toNanos())) {
                        fail("the duty of " + node + " starts while that of " + other.node + " runs");
                    }
                }
                dutyRuns = true;
            }

            @Override
            public void stop() {
                dutyRuns = false;
            }
        }

        /** Calls duties in virtual time. */
        private final class ModelledCalls implements DutyCalls {
            @Override
            public Call start(Duty duty, Leadership won, Duty.Crash crash, Consumer<Optional<Throwable>> answer) {
                try {
                    duty.start(won, crash);
                } catch (Exception failed) {
                    throw new AssertionError(failed);
                }
                process.after(chance.nanos(0, 5_000_000), () -> answer.accept(Optional.empty()));
                return () -> {};
            }

            @Override
            public Call stop(Duty duty, Consumer<Optional<Throwable>> answer) {
                process.after(chance.nanos(0, 50_000_000), () -> {
                    try {
                        duty.stop();
                    } catch (Exception failed) {
                        throw new AssertionError(failed);
                    }
                    answer.accept(Optional.empty());
                });
                return () -> {};
            }

            @Override
            public Call health(HealthCheck check, Consumer<Health> answer) {
                process.after(0, () -> answer.accept(Health.OK));
                return () -> {};
            }
        }
    }
}
