// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.FaultHandler;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.UnavailableException;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorContext;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import dev.baton.spi.lease.HolderWatch;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The peer channel of one process: the socket by which standbys see that it lives, and its own connections to the nodes
 * that lead. One thread serves all of it. See ADR 34 for what counts as proof that a process is gone.
 */
public final class PeerChannel implements Presence {
    private static final AsyncLog LOG = AsyncLog.of(PeerChannel.class);
    private static final int BACKLOG = 512;
    private static final Duration CLOSING = Duration.ofSeconds(1);

    private final PeerSettings settings;
    private final Node self;
    private final Ticker ticker;
    private final FaultHandler faults;
    private final ServerSocketChannel socket;
    private final InetSocketAddress address;
    /** Tells other processes of this host that this one lives, as long as the socket is open. */
    private final Optional<ProcessLock> lock;
    /** Until when this process may act under leases that it has not given back. */
    private final Map<Holding, Long> holdings = new ConcurrentHashMap<>();

    private @Nullable Running running;
    private boolean closed;

    private PeerChannel(PeerSettings settings, Node self, Ticker ticker, FaultHandler faults) throws IOException {
        this.settings = settings;
        this.self = self;
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
        this.lock = ProcessLock.take(settings.lockFolder());
    }

    /** One leadership. An election can be entered again before the last leadership in it is given back. */
    private record Holding(ElectionName election, Epoch epoch) {}

    /** The peer channel of a node: {@code SqlElector.on(pool).watching(PeerChannel.on(settings))}. */
    public static HolderWatch.Factory on(PeerSettings settings) {
        return context -> open(settings, context);
    }

    /**
     * Binds the socket. If it is lost while this process may act, the node's fault handler is called.
     *
     * @throws UnavailableException if the address cannot be bound
     */
    public static PeerChannel open(PeerSettings settings, ElectorContext context) {
        return open(settings, context.node(), context.lanes().ticker(), context.faults());
    }

    static PeerChannel open(PeerSettings settings, Node self, Ticker ticker, FaultHandler faults) {
        try {
            return new PeerChannel(settings, self, ticker, faults);
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

    /** The address of this process for others, as numbers. */
    @Override
    public String address() {
        return PeerAddress.show(address);
    }

    /** How many standbys are connected to this process right now. */
    public synchronized int standbys() {
        Running current = running;
        return current == null ? 0 : current.door.standbys();
    }

    /** If the lock folder is missing or cannot be used; not where there can be no lock at all. */
    @Override
    public Optional<Alarm> alarm() {
        return lock.isPresent() || !ProcessLock.isPossible()
                ? Optional.empty()
                : Optional.of(new Alarm(
                        Alarm.Kind.CRASH_NOT_PROVABLE,
                        "peer: no lock is held in lock folder " + settings.lockFolder()
                                + ", which must be a local folder that this process can write to: if this process is"
                                + " killed, others wait for its leases"));
    }

    /** Lets others watch this process from now on. */
    @Override
    public synchronized void start(Listener told) {
        running = new Running(told);
    }

    @Override
    public ElectionEntry publish(ElectionEntry entry) {
        entry.requireOf(self);
        return Presence.super.publish(entry);
    }

    @Override
    public void watch(ElectionName election, Leader holder) {
        Optional<String> published = holder.endpoints().find(PURPOSE);
        execute(it -> it.watches.watch(election, holder.node(), published, ticker.nanos()));
    }

    @Override
    public void unwatch(ElectionName election) {
        execute(it -> it.watches.unwatch(election, ticker.nanos()));
    }

    @Override
    public void watch(Node node, String published) {
        execute(it -> it.watches.watch(node, node, Optional.of(published), ticker.nanos()));
    }

    @Override
    public void unwatch(Node node) {
        execute(it -> it.watches.unwatch(node, ticker.nanos()));
    }

    @Override
    public void holding(ElectionName election, Epoch epoch, long until) {
        long now = ticker.nanos();
        holdings.values().removeIf(over -> !MonotonicTime.isBefore(now, over));
        holdings.put(new Holding(election, epoch), until);
    }

    @Override
    public void released(ElectionName election, Optional<Epoch> epoch) {
        epoch.ifPresent(held -> holdings.remove(new Holding(election, held)));
        execute(it -> it.door.tell(election));
    }

    private synchronized void execute(Consumer<Running> task) {
        Running current = running;
        if (current != null) {
            current.loop.execute(() -> task.accept(current));
        }
    }

    /**
     * Stops watching. The socket is closed at once if this process holds nothing, else when the last lease that
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
            lock.ifPresent(ProcessLock::close);
            Sockets.close(socket);
            return;
        }
        current.loop.execute(current::close);
        long now = ticker.nanos();
        if (MonotonicTime.isBefore(now, heldUntil(now))) {
            LOG.info("{} has not released {}; it stays visible until those leases are over", self, holdings.keySet());
        } else {
            current.loop.join(CLOSING);
        }
    }

    @Override
    public void closeAfter(Duration mayStillAct) {
        if (mayStillAct.isZero()) {
            close();
        } else {
            CompletableFuture.delayedExecutor(mayStillAct.toMillis() + 1, TimeUnit.MILLISECONDS)
                    .execute(this::close);
        }
    }

    private long heldUntil(long now) {
        return holdings.values().stream().reduce(now, MonotonicTime::later);
    }

    /** What exists once there is a listener. */
    private final class Running {
        private final IoLoop loop;
        private final PeerAcceptor door;
        private final WatchedNodes watches;
        private boolean closing;

        Running(Listener listener) {
            Proof proof = new Proof(settings.secret(), settings.cluster());
            Identity identity =
                    new Identity(self, settings.cluster(), HostMark.ofThisHost(), lock.map(ProcessLock::name), proof);
            try {
                this.loop = new IoLoop("baton-peer-" + self.id(), ticker, faults, this::tick);
                this.door = new PeerAcceptor(socket, lock, loop, identity, settings, faults);
            } catch (IOException failed) {
                throw new UnavailableException("peer: cannot start the channel: " + failed.getMessage());
            }
            this.watches = new WatchedNodes(loop, identity, settings, listener);
            loop.start();
        }

        void close() {
            closing = true;
            watches.close();
            loop.wakeBy(ticker.nanos());
        }

        private long tick(long now) {
            long until = heldUntil(now);
            if (closing && !MonotonicTime.isBefore(now, until)) {
                door.close();
                loop.stop();
                return now;
            }
            long wake = MonotonicTime.earlier(door.tick(now), watches.tick(now));
            return closing ? MonotonicTime.earlier(wake, until) : wake;
        }
    }
}
