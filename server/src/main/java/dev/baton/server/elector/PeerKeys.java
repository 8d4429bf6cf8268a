// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.core.FaultHandler;
import dev.baton.lease.HolderWatch;
import dev.baton.peer.PeerChannel;
import dev.baton.peer.PeerSecret;
import dev.baton.peer.PeerSettings;
import dev.baton.peer.RefusalProof;
import dev.baton.runtime.Lanes;
import dev.baton.server.config.Key;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.Problems;
import dev.baton.server.config.Secret;
import dev.baton.server.config.SecretKeys;
import dev.baton.server.config.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The keys of the peer channel, by which nodes learn at once that a leader is gone, below those of an elector. */
final class PeerKeys {
    private final Key<Boolean> enabled;
    private final Key<String> bind;
    private final Key<String> advertise;
    private final SecretKeys secret;
    private final Key<RefusalProof> refusal;

    PeerKeys(String elector) {
        String prefix = elector + ".peer.";
        this.enabled = Key.of(
                prefix + "enabled",
                KeyType.bool(),
                false,
                "whether nodes tell each other at once that a leader is gone");
        this.bind = Key.of(
                prefix + "bind", KeyType.text(), "127.0.0.1:0", "host:port to listen on; port 0 takes a free one");
        this.advertise = Key.of(
                prefix + "advertise",
                KeyType.text(),
                () -> "",
                "that of bind",
                "host:port by which other nodes reach this one");
        this.secret =
                SecretKeys.of(prefix + "secret", "16 bytes or more, the same on all nodes; needed beyond loopback");
        this.refusal = Key.of(
                prefix + "refusal_is_proof",
                KeyType.oneOf(RefusalProof.class),
                RefusalProof.SAME_HOST,
                "when a refused connection proves that a process is gone, see docs/peer-channel.md");
    }

    List<Key<?>> keys() {
        List<Key<?>> keys = new ArrayList<>(List.of(enabled, bind, advertise));
        keys.addAll(secret.keys());
        keys.add(refusal);
        return keys;
    }

    /** How to watch the holder of a lease; nobody watches where the channel is off. */
    Function<Lanes, HolderWatch> read(Values values, String cluster, Problems problems) {
        Optional<Supplier<Secret>> shared = secret.read(values, problems);
        Optional<PeerSettings> settings = values.get(enabled)
                ? problems.collect(values.origin(bind), () -> settings(values, cluster, shared))
                : Optional.empty();
        return settings.<Function<Lanes, HolderWatch>>map(
                        it -> lanes -> PeerChannel.open(it, lanes.ticker(), FaultHandler.halting()))
                .orElse(lanes -> HolderWatch.NONE);
    }

    private PeerSettings settings(Values values, String cluster, Optional<Supplier<Secret>> shared) {
        PeerSettings.Builder builder =
                PeerSettings.builder().cluster(cluster).bind(values.get(bind)).refusalIsProof(values.get(refusal));
        if (!values.get(advertise).isEmpty()) {
            builder.advertise(values.get(advertise));
        }
        shared.ifPresent(it -> builder.secret(PeerSecret.of(it.get().reveal())));
        return builder.build();
    }
}
