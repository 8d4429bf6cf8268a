// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.CandidateSettings;
import dev.baton.Node;
import dev.baton.peer.Presence;
import dev.baton.quorum.Ledger;
import dev.baton.quorum.LedgerWriter;
import dev.baton.quorum.MemoryLedger;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.simulation.ClusterNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One start of a node of a simulated registry cluster. */
final class SimulatedMember extends ClusterNode {
    static final Duration MAX_TAKEOVER_DELAY = Duration.ofMillis(500);
    static final Duration MINIMUM_HOLD = Duration.ofSeconds(1);

    private static final Duration SLOWEST_STOP = Duration.ofMillis(50);

    private final RegistryWorld world;
    private final int position;
    private final GroupMember member;
    private final boolean otherLease;
    private Group.Listener listener;
    private long views;
    private List<GroupMember> known = List.of();

    SimulatedMember(RegistryWorld world, int position) {
        super(world, RegistryWorld.id(position), RegistryWorld.id(position).value());
        this.world = world;
        this.position = position;
        this.member = new GroupMember(node(), true, "");
        Ledger ledger = world.mutation == Mutation.LOST_STATE_FILES ? new MemoryLedger() : world.ledgers.get(position);
        RegistrySettings mine = world.settings.withTerms(terms());
        this.otherLease = !mine.equals(world.settings);
        Group group = new ModelledGroup();
        RegistryElector elector = new RegistryElector(
                node(),
                mine,
                world.mutation == Mutation.ANY_CANCEL_DROPS ? Mutants.whereAnyCancelDrops(group) : group,
                new ModelledPresence(),
                world.mutation == Mutation.SENDS_BEFORE_IT_PERSISTS
                        ? Mutants.sendingBeforeItPersists(ledger, disk(false))
                        : new LedgerWriter(ledger, disk(false)),
                ConflictResolver.HIGHER_EPOCH_WINS,
                world.mutation == Mutation.NO_ABSTENTION ? Mutants.withoutAbstention(lanes()) : lanes(),
                chance().split().generator());
        elector.start();
        stand(
                world.mutation == Mutation.TERM_FROM_ANSWER
                        ? Mutants.countingFromTheAnswer(elector, mine.terms(), lanes().ticker())
                        : elector,
                CandidateSettings.builder()
                        .priority(priority())
                        .priorityStep(Duration.ZERO)
                        .minimumHold(MINIMUM_HOLD)
                        .takeoverDelay(chance().millis(0, (int) MAX_TAKEOVER_DELAY.toMillis()))
                        .rest(chance().millis(0, 1_000))
                        .windDown(mine.terms().lease().dividedBy(5))
                        .build(),
                SLOWEST_STOP);
    }

    /** In some runs nodes have different leases, as during a change of the configuration. */
    private LeaseTerms terms() {
        Duration lease = world.lease();
        return RegistryWorld.terms(world.seed % 5 == 0 ? lease.dividedBy(chance().pick(List.of(1, 2, 4))) : lease);
    }

    @Override
    protected void fillDisk(boolean full) {
        world.ledgers.get(position).full(full);
    }

    /** Where nodes have priorities, they are preferred in the order of their positions, with two of each priority. */
    int priority() {
        return world.hasPriorities() ? Priority.MAX - 10 * (position / 2) : Priority.MAX;
    }

    boolean hasOtherLease() {
        return otherLease;
    }

    int position() {
        return position;
    }

    void lookAround() {
        run(this::look);
    }

    private void look() {
        List<GroupMember> here = new ArrayList<>();
        for (SimulatedMember other : world.nodes()) {
            boolean reachable = other == this || (other.isUp() && world.isInView(id(), other.id()));
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
            world.network()
                    .send(
                            id(),
                            to.id().value(),
                            () -> world.nodes().stream()
                                    .filter(other -> other.node().equals(to))
                                    .findFirst()
                                    .ifPresent(other -> other.run(() -> other.listener.received(member, message))));
        }

        @Override
        public void close() {}
    }

    /** Proves an end soon after it happened, unless the way there is cut. */
    private final class ModelledPresence implements Presence {
        private Listener told;

        @Override
        public void start(Listener listener) {
            told = listener;
        }

        @Override
        public void watch(Node watched, String address) {
            world.scheduler().after(20_000_000, () -> {
                Optional<SimulatedMember> there = world.nodes().stream()
                        .filter(other -> other.node().equals(watched))
                        .findFirst();
                boolean ended = there.map(other -> other.hasEnded()
                                || (world.mutation == Mutation.FALSE_PROOF
                                        && other.process().isPaused()))
                        .orElse(true);
                if (hasEnded()) {
                    return;
                }
                if (ended && !world.network().isCutEitherWay(id(), watched.id().value())) {
                    run(() -> told.gone(watched));
                } else {
                    watch(watched, address);
                }
            });
        }
    }
}
