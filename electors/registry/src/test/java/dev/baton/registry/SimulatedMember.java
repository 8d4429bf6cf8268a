// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.candidate.Candidate;
import dev.baton.candidate.CandidatePlan;
import dev.baton.candidate.CandidateRuntime;
import dev.baton.candidate.CandidateSettings;
import dev.baton.candidate.CandidateStatus;
import dev.baton.candidate.LeadershipListener;
import dev.baton.core.ElectionName;
import dev.baton.core.Endpoints;
import dev.baton.core.Epoch;
import dev.baton.core.Health;
import dev.baton.core.HealthCheck;
import dev.baton.core.Incarnation;
import dev.baton.core.Leadership;
import dev.baton.core.LossReason;
import dev.baton.core.Node;
import dev.baton.duty.Duty;
import dev.baton.duty.DutyCalls;
import dev.baton.duty.DutyPolicy;
import dev.baton.elector.Entry;
import dev.baton.lease.LeaseTerms;
import dev.baton.quorum.Ledger;
import dev.baton.quorum.MemoryLedger;
import dev.baton.testkit.simulation.Chance;
import dev.baton.testkit.simulation.SimulatedLanes;
import dev.baton.testkit.simulation.SimulatedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One start of a node. */
final class SimulatedMember {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");

    private final RegistryWorld world;
    private final Chance chance;
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

    SimulatedMember(RegistryWorld world, int position) {
        this.world = world;
        this.chance = world.chance;
        this.position = position;
        this.node = new Node(RegistryWorld.id(position), Incarnation.random(chance.generator()));
        this.member = new Member(node, true, "");
        this.process = new SimulatedProcess(world.scheduler, chance.split());
        SimulatedLanes lanes = SimulatedLanes.of(
                world.scheduler,
                process,
                chance.happens(0.3)
                        ? Long.MAX_VALUE - chance.nanos(0, 40 * RegistryWorld.SECOND)
                        : chance.generator().nextLong(),
                chance.nanos(-1_000, 1_000),
                chance.split(),
                thrown -> world.fail("unexpected error in " + RegistryWorld.id(position) + ": " + thrown));
        Ledger ledger = world.mutation == Mutation.LOST_STATE_FILES
                ? new MemoryLedger()
                : world.ledgers.get(RegistryWorld.id(position));
        RegistrySettings mine = world.settings.withTerms(terms());
        this.otherLease = !mine.equals(world.settings);
        Group group = new ModelledGroup();
        RegistryElector elector = new RegistryElector(
                node,
                mine,
                world.mutation == Mutation.ANY_CANCEL_DROPS ? Mutants.whereAnyCancelDrops(group) : group,
                new ModelledPresence(),
                ledger,
                ConflictResolver.HIGHER_EPOCH_WINS,
                world.mutation == Mutation.NO_ABSTENTION ? Mutants.withoutAbstention(lanes) : lanes,
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
                world.mutation == Mutation.TERM_FROM_ANSWER
                        ? Mutants.countingFromTheAnswer(elector, mine.terms(), lanes.ticker())
                        : elector,
                runtime);
    }

    /** In some runs nodes have different leases, as during a change of the configuration. */
    private LeaseTerms terms() {
        Duration lease = world.settings.terms().lease();
        return RegistryWorld.terms(world.seed % 5 == 0 ? lease.dividedBy(chance.pick(List.of(1, 2, 4))) : lease);
    }

    boolean mayAct() {
        leaderships.removeIf(held -> process.hasEnded() || !held.mayAct());
        return !leaderships.isEmpty();
    }

    void end() {
        if (!process.hasEnded()) {
            world.note("crash " + node);
            process.end();
            world.viewsChange();
        }
    }

    /** The process ends, as it does by default. Only one that stood still has an excuse. */
    private void fault(String what) {
        if (!process.wasPausedSince(
                world.scheduler.now() - 2 * world.settings.terms().lease().toNanos())) {
            world.fail(RegistryWorld.id(position) + " calls its fault handler: " + what);
        }
        end();
        world.later(() -> world.restart(position));
    }

    boolean hasEnded() {
        return process.hasEnded();
    }

    boolean isUp() {
        return !process.isPaused() && !process.hasEnded();
    }

    void pause() {
        process.pause();
    }

    void resume() {
        process.resume();
    }

    void resign() {
        candidate.resign().exceptionally(notLeading -> null);
    }

    int position() {
        return position;
    }

    Node node() {
        return node;
    }

    boolean isLeader() {
        return candidate.isLeader();
    }

    boolean dutyRuns() {
        return dutyRuns;
    }

    boolean sees(Node leader) {
        return candidate.leader().filter(seen -> seen.node().equals(leader)).isPresent();
    }

    CandidateStatus status() {
        return candidate.status();
    }

    void lookAround() {
        process.run(this::look);
    }

    private void look() {
        List<Member> here = new ArrayList<>();
        for (SimulatedMember other : world.members) {
            boolean reachable = other == this
                    || (!other.process.hasEnded()
                            && !other.process.isPaused()
                            && !world.isCut(position, other.position));
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
            world.network.send(
                    node.id().value(),
                    to.id().value(),
                    () -> world.members.stream()
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
            world.scheduler.after(20_000_000, () -> {
                Optional<SimulatedMember> there = world.members.stream()
                        .filter(other -> other.member.equals(watched))
                        .findFirst();
                boolean ended = there.map(other -> other.process.hasEnded()
                                || (world.mutation == Mutation.FALSE_PROOF && other.process.isPaused()))
                        .orElse(true);
                int at = Integer.parseInt(watched.node().id().value().substring(1)) - 1;
                if (process.hasEnded()) {
                    return;
                }
                if (ended && !world.isCut(position, at)) {
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
            world.note("elected " + node + " epoch " + won.epoch());
            if (won.epoch().value() <= world.lastEpoch) {
                world.fail("epoch " + won.epoch() + " after " + world.lastEpoch);
            }
            if (otherLease) {
                world.seen(Fact.MIXED_LEASES);
            }
            if (!world.lastLeader.equals(node.id().value())) {
                world.seen(Fact.LEADER_CHANGED);
            }
            world.lastLeader = node.id().value();
            world.lastEpoch = won.epoch().value();
            leaderships.add(won);
        }

        @Override
        public void revoked(Epoch lost, LossReason why) {
            world.note("revoked " + node + " epoch " + lost + " " + why);
            if (why == LossReason.DEADLINE) {
                world.seen(Fact.MINORITY_LEADER_STOPPED);
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
            for (SimulatedMember other : world.members) {
                if (other != SimulatedMember.this
                        && other.dutyRuns
                        && !other.process.hasEnded()
                        && !other.process.wasPausedSince(world.scheduler.now()
                                - world.settings.terms().lease().toNanos())) {
                    world.fail("the duty of " + node + " starts while that of " + other.node + " runs");
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
