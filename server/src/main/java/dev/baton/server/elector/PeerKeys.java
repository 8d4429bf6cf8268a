// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.peer.PeerSecret;
import dev.baton.peer.PeerSettings;
import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.Problems;
import dev.baton.server.config.Secret;
import dev.baton.server.config.SecretKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The keys of the peer channel, which replaces a leader whose process is gone before its lease expires. */
final class PeerKeys {
    private final ConfigKey<Boolean> enabled;
    private final ConfigKey<String> bind;
    private final ConfigKey<String> advertise;
    private final ConfigKey<String> lockFolder;
    private final SecretKeys secret;

    /** @param elector the prefix of the keys, such as {@code elector.sql} */
    PeerKeys(String elector) {
        String prefix = elector + ".peer.";
        this.enabled = ConfigKey.of(
                prefix + "enabled", KeyType.bool(), false, "watch the leader's process, see docs/peer-channel.md");
        this.bind = ConfigKey.of(prefix + "bind", KeyType.text(), "127.0.0.1:0", "where this node can be watched");
        this.advertise = ConfigKey.derived(
                prefix + "advertise", KeyType.text(), "", "the bound address", "where others find it");
        this.lockFolder = ConfigKey.of(
                prefix + "lock_folder",
                KeyType.text(),
                PeerSettings.DEFAULT_LOCK_FOLDER.toString(),
                "shared by the nodes of one host, to notice the end of a process");
        this.secret = SecretKeys.of(prefix + "secret", "shared by all nodes; needed unless bind is loopback");
    }

    List<ConfigKey<?>> keys() {
        List<ConfigKey<?>> keys = new ArrayList<>(List.of(enabled, bind, advertise, lockFolder));
        keys.addAll(secret.keys());
        return keys;
    }

    Optional<PeerSettings> read(EffectiveConfig values, ElectorSection.Identity node, Problems problems) {
        if (!values.get(enabled)) {
            return Optional.empty();
        }
        Optional<Supplier<Secret>> shared = secret.read(values, problems);
        return problems.collect(values.origin(bind), () -> {
            PeerSettings.Builder builder = PeerSettings.builder()
                    .cluster(node.cluster())
                    .bind(values.get(bind))
                    .lockFolder(Path.of(values.get(lockFolder)));
            if (!values.get(advertise).isEmpty()) {
                builder.advertise(values.get(advertise));
            }
            shared.ifPresent(it -> builder.secret(PeerSecret.of(it.get().reveal())));
            return builder.build();
        });
    }
}
