// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.admin.ListResponses;
import dev.baton.admin.PeerGoodbye;
import dev.baton.admin.PeerHello;
import dev.baton.server.directory.Directory;
import dev.baton.server.directory.DirectoryMember;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The nodes that have told this one of themselves, or that others told of. Nodes tell the leader, whose address the
 * election publishes; so the leader knows all, and tells all. Thread-safe.
 */
public final class KnownPeers implements Directory {
    /** Who is silent for longer is forgotten. */
    static final Duration FORGOTTEN = Duration.ofMinutes(1);

    private static final int MAX_PEERS = 1_000;

    private final Supplier<DirectoryMember> self;
    private final Ticker ticker;
    private final Map<String, Entry> known = new HashMap<>();
    /** The starts that have ended, by their own word, and when that was heard. */
    private final Map<String, Long> left = new HashMap<>();

    private record Entry(PeerHello said, long heard) {}

    public KnownPeers(Supplier<DirectoryMember> self, Ticker ticker) {
        this.self = self;
        this.ticker = ticker;
    }

    /** A node calls. Returns all nodes that this one knows, itself first. */
    public synchronized ListResponses.Peers met(PeerHello caller) {
        left.remove(caller.incarnation());
        heard(caller);
        List<PeerHello> all = new ArrayList<>();
        hello(self.get()).ifPresent(all::add);
        others().forEach(it -> hello(it).ifPresent(all::add));
        return new ListResponses.Peers(all);
    }

    /** A node says that it stops. Others that have not heard so may still name it, and are not believed. */
    public synchronized void left(PeerGoodbye said) {
        known.values().removeIf(it -> it.said().incarnation().equals(said.incarnation()));
        if (left.size() < MAX_PEERS) {
            left.put(said.incarnation(), ticker.nanos());
        }
    }

    /** Of two starts of one node, and of two words about one start, the one heard last counts. */
    synchronized void heard(PeerHello said) {
        long heard = ticker.nanos() - Duration.ofMillis(said.silentMs()).toNanos();
        Entry before = known.get(said.id());
        boolean news = before == null || before.heard() - heard < 0;
        if (left.containsKey(said.incarnation())) {
            return;
        }
        if (news && !said.id().equals(self.get().id()) && (before != null || known.size() < MAX_PEERS)) {
            known.put(said.id(), new Entry(said, heard));
        }
    }

    @Override
    public synchronized List<DirectoryMember> others() {
        long now = ticker.nanos();
        known.values().removeIf(it -> now - it.heard() > FORGOTTEN.toNanos());
        left.values().removeIf(heard -> now - heard > FORGOTTEN.toNanos());
        return known.values().stream()
                .map(it -> member(it.said(), Duration.ofNanos(now - it.heard())))
                .toList();
    }

    static Optional<PeerHello> hello(DirectoryMember member) {
        return member.admin()
                .map(admin -> new PeerHello(
                        member.id(),
                        member.incarnation(),
                        admin,
                        member.zone(),
                        member.weight(),
                        member.version(),
                        member.silent().toMillis()));
    }

    private static DirectoryMember member(PeerHello said, Duration silent) {
        return new DirectoryMember(
                said.id(),
                said.incarnation(),
                Optional.of(said.admin()),
                said.zone(),
                said.weight(),
                said.version(),
                silent);
    }
}
