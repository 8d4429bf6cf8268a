// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.ElectionName;
import dev.baton.Node;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.lease.HolderWatch;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Performs what {@link PeerRules} wants for one peer, on sockets. Confined to the channel's thread. */
final class WatchedPeer {
    private static final AsyncLog LOG = AsyncLog.of(WatchedPeer.class);

    private final Node peer;
    private final InetSocketAddress address;
    private final IoLoop loop;
    private final Identity identity;
    private final PeerSettings settings;
    private final HolderWatch.Listener listener;
    private final PeerRules rules;
    private @Nullable Call call;
    private WatchedLock lock = WatchedLock.NONE;

    WatchedPeer(
            Node peer,
            InetSocketAddress address,
            IoLoop loop,
            Identity identity,
            PeerSettings settings,
            HolderWatch.Listener listener,
            RandomGenerator chance,
            long now) {
        this.peer = peer;
        this.address = address;
        this.loop = loop;
        this.identity = identity;
        this.settings = settings;
        this.listener = listener;
        this.rules = new PeerRules(peer, settings, chance, now);
    }

    long tick(long now) {
        Call current = call;
        if (current != null) {
            current.tick(now);
        }
        perform(rules.tick(now), now);
        return wakeAt(now);
    }

    private long wakeAt(long now) {
        long wake = rules.wakeAt(now);
        Call current = call;
        return current == null ? wake : MonotonicTime.earlier(wake, current.wakeAt());
    }

    /** A lease of this process was seen again. */
    void again(long now) {
        perform(rules.again(now), now);
    }

    /** Ends what there is of a connection; {@link #again} goes on from here. */
    void rest(long now) {
        hangUp();
        perform(rules.rest(now), now);
    }

    void close() {
        hangUp();
        lock.close();
    }

    private void perform(List<PeerEffect> effects, long now) {
        for (PeerEffect effect : effects) {
            switch (effect) {
                case CONNECT -> connect(now);
                case DISCONNECT -> hangUp();
                case GONE -> {
                    LOG.info("the process of {} at {} is gone", peer, PeerAddress.show(address));
                    listener.gone(peer);
                }
                case ANSWERS -> {
                    LOG.warn("{} was considered gone, but answers at {}", peer, PeerAddress.show(address));
                    listener.answers(peer);
                }
            }
        }
        loop.wakeBy(wakeAt(now));
    }

    private void hangUp() {
        Call current = call;
        call = null;
        if (current != null) {
            current.close();
        }
    }

    private void connect(long now) {
        hangUp();
        SocketChannel channel = null;
        try {
            channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            boolean connected = channel.connect(address);
            Call started = new Call(channel, now);
            call = started;
            if (connected) {
                started.connected();
            }
        } catch (IOException | RuntimeException failed) {
            if (channel != null) {
                Sockets.close(channel);
            }
            hangUp();
            unanswered(failed, now);
        }
    }

    private void unanswered(Exception failure, long now) {
        LOG.debug("no answer from {} at {}: {}", peer, PeerAddress.show(address), failure.toString());
        perform(rules.unanswered(lock.state(), now), now);
    }

    private void answered(PeerAnswer answer, long now) {
        if (answer.node().equals(peer) && lock == WatchedLock.NONE) {
            lock = answer.lock()
                    .map(name -> WatchedLock.open(settings.lockFolder(), name))
                    .orElse(WatchedLock.NONE);
        }
        LockState state = lock.state();
        LOG.debug(
                "{} answers at {}, {}, lock of {}: {}",
                answer.node(),
                PeerAddress.show(address),
                answer.route(),
                peer,
                state);
        perform(rules.answered(answer, state, now), now);
    }

    /** One connection, from the first attempt to its end. */
    private final class Call {
        private final SocketChannel channel;
        private final SelectionKey key;
        private final FramedSocket wire;
        private @Nullable ClientHandshake handshake;
        private boolean answered;
        private long overdueAt;
        private long pingAt;

        Call(SocketChannel channel, long now) throws IOException {
            this.channel = channel;
            this.key = loop.register(channel, SelectionKey.OP_CONNECT, this::ready);
            this.wire = new FramedSocket(channel, key);
            this.overdueAt = MonotonicTime.plus(now, settings.answerTimeout());
            this.pingAt = MonotonicTime.never(now);
        }

        void connected() throws IOException {
            NetworkPath.Ends ends = FramedSocket.endsOf(channel);
            if (ends.local().equals(ends.remote())) {
                // A port without a listener can be connected to itself; then we are talking to ourselves.
                throw new ProtocolException("connected to itself");
            }
            ClientHandshake opening = new ClientHandshake(identity, ends);
            handshake = opening;
            wire.send(opening.hello());
        }

        void ready(long now) {
            if (call != this) {
                return;
            }
            ClientHandshake opening = handshake;
            try {
                if (opening == null) {
                    channel.finishConnect();
                    connected();
                    return;
                }
                wire.flush();
                for (Frame frame : wire.receive()) {
                    if (call == this) {
                        receive(opening, frame, now);
                    }
                }
            } catch (IOException | RuntimeException end) {
                ended(end, now);
            }
        }

        private void receive(ClientHandshake opening, Frame frame, long now) throws IOException {
            if (answered) {
                heard(frame, now);
            } else if (!opening.awaitsWelcome()) {
                wire.send(opening.prove(frame));
            } else {
                PeerAnswer answer = opening.complete(frame);
                answered = true;
                alive(now);
                WatchedPeer.this.answered(answer, now);
            }
        }

        private void heard(Frame frame, long now) throws IOException {
            if (frame.kind() == Frame.Kind.CHANGED) {
                listener.changed(electionIn(frame));
            } else if (frame.kind() != Frame.Kind.PONG) {
                throw new ProtocolException("unexpected " + frame);
            }
            alive(now);
        }

        private ElectionName electionIn(Frame frame) throws ProtocolException {
            try {
                return ElectionName.of(frame.read(Frame.Kind.CHANGED).text());
            } catch (IllegalArgumentException malformed) {
                throw new ProtocolException("not an election");
            }
        }

        private void alive(long now) {
            overdueAt = MonotonicTime.plus(now, settings.silence());
            pingAt = MonotonicTime.plus(now, settings.keepAlive());
        }

        void tick(long now) {
            if (!MonotonicTime.isBefore(now, overdueAt)) {
                ended(new IOException("no message in time"), now);
            } else if (!MonotonicTime.isBefore(now, pingAt)) {
                pingAt = MonotonicTime.plus(now, settings.keepAlive());
                try {
                    wire.send(Frame.PING);
                } catch (IOException | RuntimeException end) {
                    ended(end, now);
                }
            }
        }

        long wakeAt() {
            return MonotonicTime.earlier(overdueAt, pingAt);
        }

        private void ended(Exception why, long now) {
            hangUp();
            if (!answered) {
                unanswered(why, now);
            } else {
                LOG.debug("connection to {} ended: {}", peer, why.toString());
                perform(why instanceof FramedSocket.EndedByPeer ? rules.endedByPeer(now) : rules.cutOff(now), now);
            }
        }

        void close() {
            wire.close();
        }
    }
}
