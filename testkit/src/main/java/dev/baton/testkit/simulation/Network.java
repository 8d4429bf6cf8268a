// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Carries messages between named endpoints: late, twice, out of order, or not at all. */
public final class Network {
    private final Scheduler scheduler;
    private final SeededRandom chance;
    private final Set<Way> cuts = new HashSet<>();
    private final Map<Way, Long> slow = new HashMap<>();
    private NetworkConditions weather = NetworkConditions.FAIR;

    private record Way(String from, String to) {}

    public Network(Scheduler scheduler, SeededRandom chance) {
        this.scheduler = scheduler;
        this.chance = chance;
    }

    /** Runs {@code message} at its destination, if the way is open when it leaves and when it arrives. */
    public void send(String from, String to, Runnable message) {
        Way way = new Way(from, to);
        if (cuts.contains(way) || chance.happens(weather.loss())) {
            return;
        }
        carry(way, message);
        if (chance.happens(weather.duplication())) {
            carry(way, message);
        }
    }

    private void carry(Way way, Runnable message) {
        long delay = chance.nanos(weather.leastDelay(), weather.mostDelay()) + slow.getOrDefault(way, 0L);
        scheduler.after(delay, () -> {
            if (!cuts.contains(way)) {
                message.run();
            }
        });
    }

    /** Loses everything on one way, also what is under way. */
    public void cut(String from, String to) {
        cuts.add(new Way(from, to));
    }

    public boolean isCut(String from, String to) {
        return cuts.contains(new Way(from, to));
    }

    /** Whether nothing passes in at least one direction. */
    public boolean isCutEitherWay(String one, String other) {
        return isCut(one, other) || isCut(other, one);
    }

    public void cutBothWays(String one, String other) {
        cut(one, other);
        cut(other, one);
    }

    /** Delays everything on one way by so much more. */
    public void slow(String from, String to, Duration more) {
        slow.put(new Way(from, to), more.toNanos());
    }

    public void mend(String from, String to) {
        cuts.remove(new Way(from, to));
        slow.remove(new Way(from, to));
    }

    public void mendAll() {
        cuts.clear();
        slow.clear();
    }

    public void weather(NetworkConditions next) {
        weather = next;
    }
}
