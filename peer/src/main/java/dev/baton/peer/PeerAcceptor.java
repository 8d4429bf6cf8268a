// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.ElectionName;
import dev.baton.FaultHandler;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.spi.MonotonicTime;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The socket and the lock by which this process shows that it lives, and the standbys connected to it. Confined to the channel's
 * thread.
 *
 * <p>Nothing that goes wrong here closes the listening socket or the lock, since that would tell all peers that this process is
 * gone. If it is found closed all the same, the process ends, which makes it true.
 */
final class PeerAcceptor {
    private static final AsyncLog LOG = AsyncLog.of(PeerAcceptor.class);

    /** Callers that have not proven who they are; when there are more, the oldest goes. */
    static final int MAX_STRANGERS = 64;

    private static final int ACCEPTED_PER_TURN = 64;
    /** Out of file descriptors: those who wait stay in the kernel's queue, and are neither answered nor refused. */
    private static final Duration PAUSE = Duration.ofMillis(100);

    private static final Duration CHECK = Duration.ofSeconds(1);

    private final ServerSocketChannel listener;
    private final Optional<ProcessLock> lock;
    private final SelectionKey key;
    private final IoLoop loop;
    private final Identity identity;
    private final PeerSettings settings;
    private final FaultHandler faults;
    private final Set<InboundPeer> strangers = new LinkedHashSet<>();
    private final Set<InboundPeer> known = new LinkedHashSet<>();
    /** How many are known; for other threads to read. */
    private volatile int standbys;

    private boolean paused;
    private long resumeAt;
    private boolean reported;

    PeerAcceptor(
            ServerSocketChannel listener,
            Optional<ProcessLock> lock,
            IoLoop loop,
            Identity identity,
            PeerSettings settings,
            FaultHandler faults)
            throws IOException {
        this.listener = listener;
        this.lock = lock;
        this.loop = loop;
        this.identity = identity;
        this.settings = settings;
        this.faults = faults;
        listener.configureBlocking(false);
        this.key = loop.register(listener, SelectionKey.OP_ACCEPT, this::accept);
    }

    private void accept(long now) {
        try {
            for (int i = 0; i < ACCEPTED_PER_TURN; i++) {
                SocketChannel caller = listener.accept();
                if (caller == null) {
                    return;
                }
                admit(caller, now);
            }
        } catch (IOException refused) {
            LOG.warn("cannot accept peers for now: {}", refused.toString());
            if (listener.isOpen()) {
                paused = true;
                resumeAt = MonotonicTime.plus(now, PAUSE);
                key.interestOps(0);
                loop.wakeBy(resumeAt);
            }
        }
    }

    private void admit(SocketChannel caller, long now) {
        if (known.size() >= settings.maxConnections()) {
            LOG.warn("{} standbys are connected; refusing another", known.size());
            Sockets.close(caller);
            return;
        }
        if (strangers.size() >= MAX_STRANGERS) {
            drop(strangers.iterator().next(), "too many callers that are not authenticated yet");
        }
        try {
            caller.configureBlocking(false);
            caller.setOption(StandardSocketOptions.TCP_NODELAY, true);
            InboundPeer[] holder = new InboundPeer[1];
            SelectionKey callerKey = loop.register(caller, SelectionKey.OP_READ, at -> receive(holder[0], at));
            InboundPeer guest = new InboundPeer(
                    new FramedSocket(caller, callerKey),
                    new ServerHandshake(identity, FramedSocket.endsOf(caller)),
                    settings,
                    now);
            holder[0] = guest;
            strangers.add(guest);
            loop.wakeBy(guest.overdueAt());
        } catch (IOException | RuntimeException gone) {
            LOG.debug("a caller disconnected", gone);
            Sockets.close(caller);
        }
    }

    private void receive(InboundPeer guest, long now) {
        try {
            guest.ready(now);
            if (guest.isKnown() && strangers.remove(guest)) {
                known.add(guest);
                standbys = known.size();
                LOG.debug("{} watches this node", guest);
            }
        } catch (IOException | RuntimeException gone) {
            drop(guest, gone.getMessage());
        }
    }

    private void drop(InboundPeer guest, @Nullable String why) {
        LOG.debug("{} is disconnected: {}", guest, why);
        strangers.remove(guest);
        known.remove(guest);
        standbys = known.size();
        guest.close();
    }

    /** Tells every standby that the row of this election has changed. */
    void tell(ElectionName election) {
        for (InboundPeer guest : List.copyOf(known)) {
            try {
                guest.tell(election);
            } catch (IOException | RuntimeException gone) {
                drop(guest, gone.getMessage());
            }
        }
    }

    int standbys() {
        return standbys;
    }

    long tick(long now) {
        checkThatItIsOpen();
        if (paused && !MonotonicTime.isBefore(now, resumeAt)) {
            paused = false;
            key.interestOps(SelectionKey.OP_ACCEPT);
        }
        long wake = paused ? resumeAt : MonotonicTime.plus(now, CHECK);
        wake = MonotonicTime.earlier(wake, dropOverdue(strangers, now));
        return MonotonicTime.earlier(wake, dropOverdue(known, now));
    }

    private long dropOverdue(Set<InboundPeer> guests, long now) {
        long wake = MonotonicTime.never(now);
        for (InboundPeer guest : List.copyOf(guests)) {
            if (MonotonicTime.isBefore(now, guest.overdueAt())) {
                wake = MonotonicTime.earlier(wake, guest.overdueAt());
            } else {
                drop(guest, "no message in time");
            }
        }
        return wake;
    }

    private void checkThatItIsOpen() {
        boolean locked = lock.map(ProcessLock::isHeld).orElse(true);
        if (!(listener.isOpen() && locked) && !reported) {
            reported = true;
            String what = "the " + (locked ? "listening socket" : "lock file")
                    + " of the peer channel is closed, so others may consider this process gone";
            faults.fault(what, new IllegalStateException(what));
        }
    }

    void close() {
        reported = true;
        lock.ifPresent(ProcessLock::close);
        Sockets.close(listener);
        List.copyOf(strangers).forEach(InboundPeer::close);
        List.copyOf(known).forEach(InboundPeer::close);
    }
}
