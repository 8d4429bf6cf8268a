// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One run of a whole registry cluster with a majority quorum: the real rules, elector and candidates, on virtual time
 * and a modelled network in which every node has a view of its own. First it is disturbed and must be safe at every
 * step; then it is left alone and must agree on one leader, and later on a preferred one; then it is disturbed in ways
 * that stay, and a majority that is connected must have a leader in time.
 */
final class RegistrySimulation {
    private final RegistryWorld world;
    private final RegistryFaults faults;

    RegistrySimulation(long seed, Mutation mutation) {
        this.world = new RegistryWorld(seed, mutation);
        this.faults = new RegistryFaults(world);
    }

    Map<Fact, Integer> facts() {
        return world.facts;
    }

    /** The first half: fails if two nodes act at once, or an epoch does not rise. */
    void disturb() {
        faults.begin();
        runUntil(world.chance.between(30, 60) * RegistryWorld.SECOND);
    }

    /** @return how long it took to agree after the last fault */
    Duration run() {
        disturb();
        faults.end();
        Duration agreed = agree();
        // What is still to be undone of the faults is undone by then.
        runUntil(world.scheduler.now() + 4 * world.lease());
        agree();
        if (!world.hasPriorities()) {
            // A preferred node that reaches the leader and no majority is handed the leadership in vain, ever more
            // rarely.
            standStill();
            faults.end();
            agree();
        }
        return agreed;
    }

    private Duration agree() {
        long healed = world.scheduler.now();
        long limit = healed + 10 * RegistryWorld.SECOND + 4 * world.lease();
        while (disagreement().isPresent()) {
            if (world.scheduler.now() > limit) {
                throw failure("no agreement: " + disagreement().orElseThrow());
            }
            runUntil(world.scheduler.now() + RegistryWorld.SECOND / 10);
        }
        Duration agreed = Duration.ofNanos(world.scheduler.now() - healed);
        preferredOneLeads();
        return agreed;
    }

    private void preferredOneLeads() {
        // Hand-overs that did not last may have doubled the wait for the next one five times.
        long limit = world.scheduler.now() + 64 * SimulatedMember.MINIMUM_HOLD.toNanos() + 4 * world.lease();
        while (disagreement().or(this::preference).isPresent()) {
            if (world.scheduler.now() > limit) {
                throw failure("the preferred one does not lead: "
                        + disagreement().or(this::preference).orElseThrow());
            }
            runUntil(world.scheduler.now() + RegistryWorld.SECOND / 10);
        }
    }

    /** Faults that stay as they are: a majority that is connected has a leader in time, and keeps it. */
    private void standStill() {
        StableFaults stable = new StableFaults(world, time -> runUntil(world.scheduler.now() + time));
        stable.begin();
        stable.violation().ifPresent(why -> {
            throw failure(why);
        });
    }

    private void runUntil(long limit) {
        while (world.scheduler.step(limit)) {
            checkOneActs();
            if (!world.broken().isEmpty()) {
                throw failure(world.broken());
            }
        }
    }

    private AssertionError failure(String why) {
        List<String> tail = world.story.subList(Math.max(0, world.story.size() - 60), world.story.size());
        return new AssertionError("seed " + world.seed + " (" + world.size + " nodes, " + world.settings.terms() + "): "
                + why + "\n" + String.join("\n", tail) + "\nto see it again: ./mvnw -pl electors/registry -am test"
                + " -Dtest=RegistrySimulationTest -Dbaton.seed=" + world.seed
                + " -Dsurefire.failIfNoSpecifiedTests=false");
    }

    private void checkOneActs() {
        SimulatedMember acting = null;
        for (SimulatedMember member : world.members) {
            if (member.mayAct()) {
                if (acting != null) {
                    world.fail("two act: " + acting.node() + " and " + member.node());
                }
                acting = member;
            }
        }
    }

    private Optional<String> disagreement() {
        List<SimulatedMember> leading =
                world.members.stream().filter(SimulatedMember::isLeader).toList();
        if (leading.size() != 1) {
            return Optional.of(leading.size() + " leaders: "
                    + world.members.stream().map(SimulatedMember::status).toList());
        }
        SimulatedMember leader = leading.get(0);
        long running = world.members.stream().filter(SimulatedMember::dutyRuns).count();
        if (running != 1 || !leader.dutyRuns()) {
            return Optional.of("the duty runs on " + running + " nodes");
        }
        return world.members.stream()
                .filter(member -> !member.sees(leader.node()))
                .findFirst()
                .map(member -> member.node() + " does not know the leader: " + member.status());
    }

    private Optional<String> preference() {
        int most = world.members.stream()
                .filter(member -> !member.hasResigned())
                .mapToInt(SimulatedMember::priority)
                .max()
                .orElse(0);
        return world.members.stream()
                .filter(member -> member.isLeader() && member.priority() < most)
                .findFirst()
                .map(leader -> leader.node() + " leads with priority " + leader.priority() + " and not " + most);
    }
}
