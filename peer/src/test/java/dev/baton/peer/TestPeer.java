// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.lease.HolderWatch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.awaitility.Awaitility;

/** A node with a peer channel and nothing else, which remembers what it was told. */
final class TestPeer implements HolderWatch.Listener, AutoCloseable {
    static final ElectionName ELECTION = ElectionName.of("coordinator");

    private final PeerChannel channel;
    private final Node node;
    private final ElectionEntry entry;
    private final List<Node> gone = new CopyOnWriteArrayList<>();
    private final List<Node> answering = new CopyOnWriteArrayList<>();
    private final List<ElectionName> changed = new CopyOnWriteArrayList<>();
    private final Consumer<String> told;

    TestPeer(String id, long incarnation, PeerSettings settings) {
        this(id, incarnation, settings, line -> {});
    }

    /** @param told hears a line for everything that this node is told */
    TestPeer(String id, long incarnation, PeerSettings settings, Consumer<String> told) {
        this.told = told;
        this.node = new Node(NodeId.of(id), new Incarnation(incarnation));
        this.channel = PeerChannel.open(settings, node, System::nanoTime, (what, cause) -> {
            throw new AssertionError(what, cause);
        });
        channel.start(this);
        this.entry = channel.publish(new ElectionEntry(ELECTION, node, Endpoints.NONE));
    }

    /** Short timings, so that what takes seconds in production takes little in a test. */
    static PeerSettings.Builder quick() {
        return PeerSettings.builder()
                .answerTimeout(Duration.ofMillis(300))
                .keepAlive(Duration.ofMillis(50))
                .silence(Duration.ofMillis(300))
                .reconnectPause(Duration.ofMillis(100));
    }

    /** As {@link #quick()}, but nothing that happens in a test happens because someone was silent for too long. */
    static PeerSettings.Builder patient() {
        return quick().answerTimeout(Duration.ofMinutes(10)).silence(Duration.ofMinutes(10));
    }

    PeerChannel channel() {
        return channel;
    }

    Node node() {
        return node;
    }

    int port() {
        return PeerAddress.parse(channel.address()).orElseThrow().getPort();
    }

    Leader leading(ElectionName election) {
        return new Leader(election, node, new Epoch(1), entry.endpoints());
    }

    void watch(TestPeer leader) {
        channel.watch(ELECTION, leader.leading(ELECTION));
    }

    /** Watches a node of another process. */
    void watch(Node leader, String address) {
        channel.watch(ELECTION, new Leader(ELECTION, leader, new Epoch(1), Endpoints.of("peer", address)));
    }

    /** Gives something back until the standby hears of it, which it does once it is connected. */
    void awaitAudienceOf(TestPeer standby) {
        Awaitility.await().pollInterval(Duration.ofMillis(10)).until(() -> {
            channel.released(ELECTION, Optional.empty());
            return standby.changed.contains(ELECTION);
        });
    }

    List<Node> gone() {
        return gone;
    }

    List<Node> answering() {
        return answering;
    }

    List<ElectionName> changed() {
        return changed;
    }

    @Override
    public void gone(Node holder) {
        gone.add(holder);
        told.accept("gone " + holder.id() + " " + System.currentTimeMillis());
    }

    @Override
    public void answers(Node holder) {
        answering.add(holder);
        told.accept("answers " + holder.id());
    }

    @Override
    public void changed(ElectionName election) {
        changed.add(election);
        told.accept("changed " + election);
    }

    @Override
    public void close() {
        channel.close();
    }
}
