// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Epoch;
import dev.baton.Incarnation;
import dev.baton.LossReason;
import dev.baton.Node;
import dev.baton.peer.Presence;
import dev.baton.quorum.Ledger;
import dev.baton.quorum.MemoryLedger;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.simulation.Chance;
import dev.baton.testkit.simulation.SimulatedCandidate;
import dev.baton.testkit.simulation.SimulatedLanes;
import dev.baton.testkit.simulation.SimulatedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One start of a node. */
final class SimulatedMember {
    static final Duration LONGEST_TAKEOVER_DELAY = Duration.ofMillis(500);
    private static final Duration SLOWEST_STOP = Duration.ofMillis(50);

    static final Duration MINIMUM_HOLD = Duration.ofSeconds(1);

    private final RegistryWorld world;
    private final Chance chance;
    private final int position;
    private final Node node;
    private final Member member;
    private final SimulatedProcess process;
    private final SimulatedCandidate standing;
    private final boolean otherLease;
    private Group.Listener listener;
    private boolean resigned;
    private long views;
    private List<Member> known = List.of();

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
                chance,
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
        this.standing = new SimulatedCandidate(
                node,
                process,
                lanes,
                chance,
                world.mutation == Mutation.TERM_FROM_ANSWER
                        ? Mutants.countingFromTheAnswer(elector, mine.terms(), lanes.ticker())
                        : elector,
                CandidateSettings.builder()
                        .priority(priority())
                        .priorityStep(Duration.ZERO)
                        .minimumHold(MINIMUM_HOLD)
                        .takeoverDelay(chance.millis(0, (int) LONGEST_TAKEOVER_DELAY.toMillis()))
                        .rest(chance.millis(0, 1_000))
                        .windDown(mine.terms().lease().dividedBy(5))
                        .build(),
                SLOWEST_STOP,
                new Telling());
    }

    /** In some runs nodes have different leases, as during a change of the configuration. */
    private LeaseTerms terms() {
        Duration lease = world.settings.terms().lease();
        return RegistryWorld.terms(world.seed % 5 == 0 ? lease.dividedBy(chance.pick(List.of(1, 2, 4))) : lease);
    }

    boolean mayAct() {
        return standing.mayAct();
    }

    void end() {
        if (!process.hasEnded()) {
            world.note("crash " + node);
            process.end();
            world.viewsChange();
        }
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
        resigned |= isLeader();
        standing.resign();
    }

    /** Where nodes have priorities, they are preferred in the order of their positions, with two of each priority. */
    int priority() {
        return world.hasPriorities() ? Priority.MOST - 10 * (position / 2) : Priority.MOST;
    }

    /** Whether it gave a leadership up on request, and may have to leave the present leader alone. */
    boolean hasResigned() {
        return resigned;
    }

    int position() {
        return position;
    }

    Node node() {
        return node;
    }

    boolean isLeader() {
        return standing.candidate().isLeader();
    }

    boolean dutyRuns() {
        return standing.dutyRuns();
    }

    boolean sees(Node leader) {
        return standing.candidate()
                .leader()
                .filter(seen -> seen.node().equals(leader))
                .isPresent();
    }

    Candidate.Status status() {
        return standing.candidate().status();
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
                            && world.isInView(position, other.position));
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
        public void join(Group.Listener told) {
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
                            .ifPresent(other -> other.process.run(() -> other.listener.received(member, message))));
        }

        @Override
        public void close() {}
    }

    /** Proves an end soon after it happened, unless the way there is cut. */
    private final class ModelledPresence implements Presence {
        @Override
        public void watch(Node watched, String address, Presence.Listener told) {
            world.scheduler.after(20_000_000, () -> {
                Optional<SimulatedMember> there = world.members.stream()
                        .filter(other -> other.node.equals(watched))
                        .findFirst();
                boolean ended = there.map(other -> other.process.hasEnded()
                                || (world.mutation == Mutation.FALSE_PROOF && other.process.isPaused()))
                        .orElse(true);
                int at = Integer.parseInt(watched.id().value().substring(1)) - 1;
                if (process.hasEnded()) {
                    return;
                }
                if (ended && !world.isCut(position, at)) {
                    process.run(() -> told.gone(watched));
                } else {
                    watch(watched, address, told);
                }
            });
        }

        @Override
        public void unwatch(Node node) {}

        @Override
        public void closeAfter(Duration mayStillAct) {}
    }

    private final class Telling implements SimulatedCandidate.Watcher {
        @Override
        public void elected(Epoch epoch) {
            world.note("elected " + node + " epoch " + epoch);
            if (epoch.value() <= world.lastEpoch) {
                world.fail("epoch " + epoch + " after " + world.lastEpoch);
            }
            if (otherLease) {
                world.seen(Fact.MIXED_LEASES);
            }
            if (!world.lastLeader.equals(node.id().value())) {
                world.seen(Fact.LEADER_CHANGED);
            }
            world.lastLeader = node.id().value();
            world.lastEpoch = epoch.value();
        }

        @Override
        public void revoked(Epoch epoch, LossReason why) {
            world.note("revoked " + node + " epoch " + epoch + " " + why);
            if (why == LossReason.DEADLINE) {
                world.seen(Fact.MINORITY_LEADER_STOPPED);
            }
        }

        /** No two processes run it at once, unless one of them stands still. */
        @Override
        public void dutyStarts() {
            for (SimulatedMember other : world.members) {
                if (other != SimulatedMember.this
                        && other.dutyRuns()
                        && !other.process.hasEnded()
                        && !other.process.wasPausedSince(world.scheduler.now()
                                - world.settings.terms().lease().toNanos())) {
                    world.fail("the duty of " + node + " starts while that of " + other.node + " runs");
                }
            }
        }

        /** The process ends, as it does by default. Only one that stood still has an excuse. */
        @Override
        public void fault(String what) {
            if (!process.wasPausedSince(
                    world.scheduler.now() - 2 * world.settings.terms().lease().toNanos())) {
                world.fail(RegistryWorld.id(position) + " calls its fault handler: " + what);
            }
            end();
            world.later(() -> world.restart(position));
        }
    }
}
