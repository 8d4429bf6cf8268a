// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.spi.lease.HolderWatch;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one process hears of the others over the {@link Peers peer channel}. */
final class ModelledWatch implements HolderWatch {
    private final String endpoint;
    private final SimulatedProcess process;
    private final Scheduler scheduler;
    private final Peers peers;
    private final Set<Node> gone = new HashSet<>();
    private final Map<ElectionName, Long> noticed = new HashMap<>();
    private @Nullable Listener listener;

    ModelledWatch(String endpoint, SimulatedProcess process, Scheduler scheduler, Peers peers) {
        this.endpoint = endpoint;
        this.process = process;
        this.scheduler = scheduler;
        this.peers = peers;
    }

    @Override
    public void start(Listener told) {
        listener = told;
        peers.join(this);
    }

    @Override
    public void watch(ElectionName election, Leader holder) {
        if (gone.contains(holder.node())) {
            process.after(peers.delay(), () -> proven(holder.node()));
        }
    }

    @Override
    public void released(ElectionName election, Optional<Epoch> epoch) {
        peers.released(election, endpoint);
    }

    void proven(Node holder) {
        process.run(() -> {
            gone.add(holder);
            if (listener != null) {
                listener.gone(holder);
            }
        });
    }

    void changed(ElectionName election) {
        process.run(() -> {
            noticed.put(election, scheduler.now());
            if (listener != null) {
                listener.changed(election);
            }
        });
    }

    /** Whether a notice about this election came at this very instant. */
    boolean hasJustNoticed(ElectionName election) {
        return noticed.getOrDefault(election, -1L) == scheduler.now();
    }

    String endpoint() {
        return endpoint;
    }

    boolean hasEnded() {
        return process.hasEnded();
    }
}
