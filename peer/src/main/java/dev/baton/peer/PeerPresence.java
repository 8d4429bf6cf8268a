// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.ElectionName;
import dev.baton.Node;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectorContext;
import dev.baton.spi.lease.HolderWatch;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** What the peer channel proves: a process of this host is gone when the kernel has released its lock, see ADR 34. */
public final class PeerPresence implements Presence, HolderWatch.Listener {
    private final PeerChannel channel;
    private final Map<Node, Listener> watching = new ConcurrentHashMap<>();

    private PeerPresence(PeerChannel channel) {
        this.channel = channel;
        channel.start(this);
    }

    /** @throws dev.baton.UnavailableException if no port is available at the address */
    public static PeerPresence open(PeerSettings settings, ElectorContext context) {
        return new PeerPresence(PeerChannel.open(settings, context));
    }

    @Override
    public String address() {
        return channel.address();
    }

    @Override
    public Optional<Alarm> alarm() {
        return channel.alarm();
    }

    @Override
    public void watch(Node process, String published, Listener told) {
        watching.put(process, told);
        channel.watch(process, published);
    }

    @Override
    public void unwatch(Node process) {
        watching.remove(process);
        channel.unwatch(process);
    }

    @Override
    public void gone(Node process) {
        Listener told = watching.get(process);
        if (told != null) {
            told.gone(process);
        }
    }

    @Override
    public void answers(Node process) {
        Listener told = watching.get(process);
        if (told != null) {
            told.answers(process);
        }
    }

    @Override
    public void changed(ElectionName election) {}

    @Override
    public void closeAfter(Duration mayStillAct) {
        if (mayStillAct.isZero()) {
            channel.close();
        } else {
            CompletableFuture.delayedExecutor(mayStillAct.toMillis() + 1, TimeUnit.MILLISECONDS)
                    .execute(channel::close);
        }
    }
}
