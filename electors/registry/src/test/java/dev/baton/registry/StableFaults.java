// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.testkit.simulation.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Faults that stay as they are, under which some node and a majority of voters hear each other: a leader must come of it
 * within {@link #limit}, stay, and cost few epochs.
 */
final class StableFaults {
    /** Attempts that may fail because two nodes ask at once. */
    private static final int ROUNDS = 3;

    private static final int MAX_EPOCHS = 10;

    private final RegistryWorld world;
    private final Chance chance;
    private final LongConsumer pass;
    private long epochBefore;

    /** @param pass lets so many nanoseconds pass */
    StableFaults(RegistryWorld world, LongConsumer pass) {
        this.world = world;
        this.pass = pass;
        this.chance = world.chance;
    }

    /**
     * How long a connected majority may be without a leader, as docs/registry.md has it: twice the lease, since voters may
     * hear a leader for almost one lease longer than it hears them; the takeover delay; and a few rounds of questions.
     */
    long limit() {
        long round = world.settings.terms().requestTimeout().toNanos()
                + world.settings.terms().renewInterval().toNanos() / 2;
        return 2 * world.lease() + SimulatedMember.LONGEST_TAKEOVER_DELAY.toNanos() + ROUNDS * round;
    }

    void begin() {
        epochBefore = highestEpoch();
        if (chance.happens(0.5)) {
            freezeTheLeaderWhileOthersAreApart();
        } else {
            cutSomeWays();
        }
    }

    /** Some stood still before and are back, but in nobody's view, when the leader is frozen with as many others as it takes. */
    private void freezeTheLeaderWhileOthersAreApart() {
        world.seen(Fact.FROZEN_WHILE_OTHERS_ARE_APART);
        List<SimulatedMember> order = new ArrayList<>(world.members);
        order.sort((one, other) -> Boolean.compare(other.isLeader(), one.isLeader()));
        int minority = (world.size - 1) / 2;
        for (SimulatedMember back : order.subList(world.size - minority, world.size)) {
            world.apart(back.position(), true);
        }
        world.lookNow();
        order.subList(0, minority).forEach(SimulatedMember::pause);
        world.note("frozen: "
                + order.subList(0, minority).stream().map(SimulatedMember::node).toList() + ", apart: "
                + order.subList(world.size - minority, world.size).stream()
                        .map(SimulatedMember::node)
                        .toList());
    }

    /** Each way is cut by itself, so that some nodes hear others that do not hear them. */
    private void cutSomeWays() {
        world.seen(Fact.STABLE_ONE_WAY_CUTS);
        do {
            for (int from = 0; from < world.size; from++) {
                for (int to = 0; to < world.size; to++) {
                    world.cut(from, to, from != to && chance.happens(0.3));
                }
            }
        } while (!isMajorityConnected());
        world.note("one-way cuts: " + world.cuts());
        world.viewsChange();
    }

    /** Whether some node and a majority of voters hear each other. */
    private boolean isMajorityConnected() {
        for (int node = 0; node < world.size; node++) {
            int heard = 0;
            for (int voter = 0; voter < world.size; voter++) {
                heard += world.isCut(node, voter) ? 0 : 1;
            }
            if (heard > world.size / 2) {
                return true;
            }
        }
        return false;
    }

    /** @return what is wrong when the limit has passed, or some time after that */
    Optional<String> violation() {
        pass.accept(limit());
        String leader = leader();
        if (leader.isEmpty()) {
            return Optional.of("nobody leads although a majority has been connected for " + limit() / 1_000_000
                    + " ms: "
                    + world.members.stream().map(SimulatedMember::status).toList());
        }
        pass.accept(2 * world.lease());
        if (!leader().equals(leader)) {
            return Optional.of("the leader is " + leader() + " and was " + leader);
        }
        long used = highestEpoch() - epochBefore;
        return used > MAX_EPOCHS ? Optional.of(used + " epochs were used up") : Optional.empty();
    }

    private String leader() {
        return world.members.stream()
                .filter(member -> member.isUp() && member.isLeader())
                .map(member -> member.node().toString())
                .findFirst()
                .orElse("");
    }

    private long highestEpoch() {
        return world.ledgers.values().stream()
                .mapToLong(ledger -> ledger.highest().value())
                .max()
                .orElse(0);
    }
}
