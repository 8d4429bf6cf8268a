// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.quorum.MemoryLedger;
import dev.baton.testkit.simulation.Chance;
import dev.baton.testkit.simulation.Weather;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Random faults, one after another, until they are called off. */
final class RegistryFaults {
    private final RegistryWorld world;
    private final Chance chance;
    private boolean over;

    RegistryFaults(RegistryWorld world) {
        this.world = world;
        this.chance = world.chance;
    }

    void begin() {
        world.scheduler.after(chance.nanos(0, 4 * RegistryWorld.SECOND), () -> {
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
                begin();
            }
        });
    }

    private SimulatedMember victim() {
        List<SimulatedMember> leaders =
                world.members.stream().filter(member -> member.isLeader()).toList();
        return leaders.isEmpty() || chance.happens(0.4) ? chance.pick(world.members) : leaders.get(0);
    }

    private void pause() {
        SimulatedMember member = victim();
        if (!member.isUp()) {
            return;
        }
        if (member.isLeader()) {
            world.seen(Fact.LEADER_PAUSED);
        }
        world.note("pause " + member.node());
        member.pause();
        world.later(() -> {
            world.note("resume " + member.node());
            member.resume();
        });
    }

    /** A node stands still with answers on their way to it, and when it goes on it is cut off. */
    private void stutter() {
        SimulatedMember member = victim();
        if (!member.isUp()) {
            return;
        }
        world.seen(Fact.STUTTERED);
        world.note("stutter " + member.node());
        member.pause();
        world.scheduler.after(RegistryWorld.SECOND / 10, () -> {
            for (int i = 0; i < world.size; i++) {
                world.cut(i, member.position(), i != member.position());
                world.cut(member.position(), i, i != member.position());
            }
            mendLater();
        });
        world.scheduler.after(chance.nanos(RegistryWorld.SECOND / 5, world.lease()), () -> {
            world.note("go on " + member.node());
            member.resume();
        });
    }

    private void crash() {
        SimulatedMember member = victim();
        if (member.isLeader()) {
            world.seen(Fact.LEADER_CRASHED);
        }
        member.end();
        world.later(() -> world.restart(member.position()));
    }

    private void restartAll() {
        world.seen(Fact.RESTARTED_ALL);
        world.members.forEach(SimulatedMember::end);
        for (int i = 0; i < world.size; i++) {
            int position = i;
            world.later(() -> world.restart(position));
        }
    }

    private void mendLater() {
        world.viewsChange();
        world.later(world::mendAll);
    }

    private void partition() {
        world.seen(Fact.PARTITIONED);
        boolean[] side = new boolean[world.size];
        for (int i = 0; i < world.size; i++) {
            side[i] = chance.happens(0.5);
        }
        for (int i = 0; i < world.size; i++) {
            for (int j = 0; j < world.size; j++) {
                world.cut(i, j, side[i] != side[j]);
            }
        }
        world.note("partition " + Arrays.toString(side));
        mendLater();
    }

    private void cutOneWay() {
        world.seen(Fact.ONE_WAY_CUT);
        int from = victim().position();
        for (int to = 0; to < world.size; to++) {
            if (to != from && chance.happens(0.7)) {
                world.cut(chance.happens(0.5) ? from : to, from, false);
                world.cut(from, to, true);
            }
        }
        world.note("one way cut of " + RegistryWorld.id(from));
        mendLater();
    }

    /** A ring: everybody hears its neighbours only. */
    private void overlap() {
        world.seen(Fact.OVERLAPPING_PARTITION);
        for (int i = 0; i < world.size; i++) {
            for (int j = 0; j < world.size; j++) {
                int apart = Math.floorMod(i - j, world.size);
                boolean neighbours = apart == 1 || apart == world.size - 1;
                boolean endsOfThree = world.size == 3 && Math.abs(i - j) == 2;
                world.cut(i, j, (i != j && !neighbours) || endsOfThree);
            }
        }
        world.note("overlapping partition");
        mendLater();
    }

    private void resign() {
        SimulatedMember member = victim();
        if (member.isLeader()) {
            world.seen(Fact.RESIGNED);
            world.note("resign " + member.node());
        }
        member.resign();
    }

    private void weather() {
        world.network.weather(new Weather(
                Duration.ofNanos(200_000),
                chance.millis(1, 100),
                chance.happens(0.5) ? 0 : 0.2,
                chance.happens(0.5) ? 0 : 0.2));
    }

    private void fillDisk() {
        world.seen(Fact.DISK_FULL);
        MemoryLedger ledger = world.ledgers.get(victim().node().id());
        ledger.full(true);
        world.later(() -> ledger.full(false));
    }

    void end() {
        over = true;
        world.network.mendAll();
        world.network.weather(Weather.FAIR);
        world.ledgers.values().forEach(ledger -> ledger.full(false));
        world.mendAll();
        for (int i = 0; i < world.size; i++) {
            world.members.get(i).resume();
            world.restart(i);
        }
    }
}
