// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.core.ElectionName;
import dev.baton.core.Endpoints;
import dev.baton.core.FaultHandler;
import dev.baton.core.Instants;
import dev.baton.core.Leader;
import dev.baton.core.Node;
import dev.baton.core.Ticker;
import dev.baton.core.UnavailableException;
import dev.baton.elector.Entry;
import dev.baton.lease.HolderWatch;
import dev.baton.runtime.AsyncLog;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The peer channel of one process: the socket by which standbys see that it lives, and its own connections to the nodes
 * that lead. One thread serves all of it. See ADR 10 for what it takes as proof that a process is gone.
 */
public final class PeerChannel implements HolderWatch {
    private static final AsyncLog LOG = AsyncLog.of(PeerChannel.class);
    private static final int BACKLOG = 512;
    private static final Duration CLOSING = Duration.ofSeconds(1);

    private final PeerSettings settings;
    private final Ticker ticker;
    private final FaultHandler faults;
    private final ServerSocketChannel socket;
    private final InetSocketAddress address;
    /** Until when this process may act under leases that it has not given back. */
    private final Map<ElectionName, Long> holdings = new ConcurrentHashMap<>();

    private @Nullable Listener listener;
    private @Nullable Running running;
    private boolean closed;

    private PeerChannel(PeerSettings settings, Ticker ticker, FaultHandler faults) throws IOException {
        this.settings = settings;
        this.ticker = ticker;
        this.faults = faults;
        this.socket = ServerSocketChannel.open();
        try {
            socket.bind(settings.bind(), BACKLOG);
            this.address = advertised((InetSocketAddress) socket.getLocalAddress());
        } catch (IOException | RuntimeException failed) {
            Sockets.close(socket);
            throw failed;
        }
    }

    /**
     * Binds the socket. To be given to a {@code LeaseElector}, which closes it.
     *
     * @param faults told if the socket is lost while this process may act; the default is to end the process
     * @throws UnavailableException if the address cannot be bound
     */
    public static PeerChannel open(PeerSettings settings, Ticker ticker, FaultHandler faults) {
        try {
            return new PeerChannel(settings, ticker, faults);
        } catch (IOException taken) {
            throw new UnavailableException(
                    "peer: cannot listen on bind " + PeerAddress.show(settings.bind()) + ": " + taken.getMessage());
        }
    }

    private InetSocketAddress advertised(InetSocketAddress bound) {
        return settings.advertise()
                .map(chosen -> new InetSocketAddress(
                        chosen.getAddress(), chosen.getPort() == 0 ? bound.getPort() : chosen.getPort()))
                .orElse(bound);
    }

    /** Where others find this process, in numbers. */
    public String address() {
        return PeerAddress.show(address);
    }

    /** How many standbys are connected to this process right now. */
    public synchronized int standbys() {
        Running current = running;
        return current == null ? 0 : current.door.standbys();
    }

    @Override
    public synchronized void start(Listener told) {
        listener = told;
    }

    @Override
    public synchronized Entry publish(Entry entry) {
        if (closed) {
            throw new IllegalStateException("the peer channel is closed");
        }
        Running current = running;
        if (current == null) {
            running = new Running(entry.self(), Objects.requireNonNull(listener, "start comes before publish"));
        } else if (!current.self.equals(entry.self())) {
            throw new IllegalStateException("the peer channel of " + current.self + " is not that of " + entry.self());
        }
        Endpoints endpoints = entry.endpoints().with(Watches.PURPOSE, address());
        return new Entry(entry.election(), entry.self(), endpoints);
    }

    @Override
    public void watch(ElectionName election, Leader holder) {
        execute(it -> it.watches.watch(election, holder, ticker.nanos()));
    }

    @Override
    public void unwatch(ElectionName election) {
        execute(it -> it.watches.unwatch(election));
    }

    @Override
    public void holding(ElectionName election, long until) {
        holdings.put(election, until);
    }

    @Override
    public void released(ElectionName election) {
        holdings.remove(election);
        execute(it -> it.door.tell(election));
    }

    private synchronized void execute(java.util.function.Consumer<Running> task) {
        Running current = running;
        if (current != null) {
            current.loop.execute(() -> task.accept(current));
        }
    }

    /**
     * Stops watching. The socket is closed at once if this process holds nothing any more, else when the last lease that
     * it did not give back is over; until then its thread, a daemon, lives on.
     */
    @Override
    public void close() {
        Running current;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            current = running;
        }
        if (current == null) {
            Sockets.close(socket);
            return;
        }
        current.loop.execute(current::close);
        long now = ticker.nanos();
        if (Instants.isBefore(now, heldUntil(now))) {
            LOG.info("{} has not given back {}; it stays visible until that is over", current.self, holdings.keySet());
        } else {
            current.loop.join(CLOSING);
        }
    }

    private long heldUntil(long now) {
        return holdings.values().stream().reduce(now, Instants::later);
    }

    /** What exists from the first entry on, when it is known who this process is. */
    private final class Running {
        private final Node self;
        private final IoLoop loop;
        private final FrontDoor door;
        private final Watches watches;
        private boolean closing;

        Running(Node self, Listener listener) {
            Proof proof = new Proof(settings.secret(), settings.cluster());
            Identity identity = new Identity(self, settings.cluster(), HostMark.ofThisHost(), proof);
            this.self = self;
            try {
                this.loop = new IoLoop("baton-peer-" + self.id(), ticker, faults, this::tick);
                this.door = new FrontDoor(socket, loop, identity, settings, faults);
            } catch (IOException failed) {
                throw new UnavailableException("peer: cannot start the channel: " + failed.getMessage());
            }
            this.watches = new Watches(loop, identity, settings, listener);
            loop.start();
        }

        void close() {
            closing = true;
            watches.close();
            loop.wakeBy(ticker.nanos());
        }

        private long tick(long now) {
            long until = heldUntil(now);
            if (closing && !Instants.isBefore(now, until)) {
                door.close();
                loop.stop();
                return now;
            }
            long wake = Instants.earlier(door.tick(now), watches.tick(now));
            return closing ? Instants.earlier(wake, until) : wake;
        }
    }
}
