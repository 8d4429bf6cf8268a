// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.core.Ticker;
import dev.baton.server.directory.Directory;
import dev.baton.server.directory.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Those that have introduced themselves, or were introduced by others. Nodes call on the leader, whose address the
 * election publishes; so the leader knows everybody, and tells everybody. Thread-safe.
 */
public final class Acquaintances implements Directory {
    /** Who is silent for longer is forgotten. */
    static final Duration FORGOTTEN = Duration.ofMinutes(1);

    private static final int MOST = 1_000;

    private final Supplier<Member> self;
    private final Ticker ticker;
    private final Map<String, Known> known = new HashMap<>();
    /** The starts that have ended, by their own word, and when that was heard. */
    private final Map<String, Long> left = new HashMap<>();

    private record Known(Introduction said, long heard) {}

    public Acquaintances(Supplier<Member> self, Ticker ticker) {
        this.self = self;
        this.ticker = ticker;
    }

    /** Somebody calls. What comes back is everybody that this node knows, itself first. */
    public synchronized Introduction.Round met(Introduction caller) {
        left.remove(caller.incarnation());
        heard(caller);
        List<Introduction> all = new ArrayList<>();
        Introduction.of(self.get()).ifPresent(all::add);
        others().forEach(it -> Introduction.of(it).ifPresent(all::add));
        return new Introduction.Round(all);
    }

    /** Somebody says that it stops. Others who have not heard so may still speak of it, and are not believed. */
    public synchronized void left(Farewell said) {
        known.values().removeIf(it -> it.said().incarnation().equals(said.incarnation()));
        if (left.size() < MOST) {
            left.put(said.incarnation(), ticker.nanos());
        }
    }

    /** Of two starts of one node, and of two words about one start, the one heard last counts. */
    synchronized void heard(Introduction said) {
        long heard = ticker.nanos() - Duration.ofMillis(said.silentMs()).toNanos();
        Known before = known.get(said.id());
        boolean news = before == null || before.heard() - heard < 0;
        if (left.containsKey(said.incarnation())) {
            return;
        }
        if (news && !said.id().equals(self.get().id()) && (before != null || known.size() < MOST)) {
            known.put(said.id(), new Known(said, heard));
        }
    }

    @Override
    public synchronized List<Member> others() {
        long now = ticker.nanos();
        known.values().removeIf(it -> now - it.heard() > FORGOTTEN.toNanos());
        left.values().removeIf(heard -> now - heard > FORGOTTEN.toNanos());
        return known.values().stream()
                .map(it -> it.said().member(Duration.ofNanos(now - it.heard())))
                .toList();
    }

    @Override
    public void close() {}
}
