// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.peer.PeerSecret;
import dev.baton.peer.PeerSettings;
import dev.baton.server.config.Key;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.Problems;
import dev.baton.server.config.Secret;
import dev.baton.server.config.SecretKeys;
import dev.baton.server.config.Values;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The peer channel, by which a leader whose process is gone is replaced before its lease runs out. */
final class PeerKeys {
    private static final Key<Boolean> ENABLED = Key.of(
            "elector.sql.peer.enabled", KeyType.bool(), false, "watch the leader's process, see docs/peer-channel.md");
    private static final Key<String> BIND =
            Key.of("elector.sql.peer.bind", KeyType.text(), "127.0.0.1:0", "where this node can be watched");
    private static final Key<String> ADVERTISE =
            Key.derived("elector.sql.peer.advertise", KeyType.text(), "", "the bound address", "where others find it");
    private static final Key<String> LOCK_FOLDER = Key.of(
            "elector.sql.peer.lock_folder",
            KeyType.text(),
            PeerSettings.DEFAULT_LOCK_FOLDER.toString(),
            "shared by the nodes of one host; in it the end of a process is seen");
    private static final SecretKeys SECRET =
            SecretKeys.of("elector.sql.peer.secret", "shared by all nodes; needed unless bind is loopback");

    private PeerKeys() {}

    static List<Key<?>> all() {
        List<Key<?>> keys = new ArrayList<>(List.of(ENABLED, BIND, ADVERTISE, LOCK_FOLDER));
        keys.addAll(SECRET.keys());
        return keys;
    }

    static Optional<PeerSettings> read(Values values, ElectorSection.Identity node, Problems problems) {
        if (!values.get(ENABLED)) {
            return Optional.empty();
        }
        Optional<Supplier<Secret>> secret = SECRET.read(values, problems);
        return problems.collect(values.origin(BIND), () -> {
            PeerSettings.Builder builder = PeerSettings.builder()
                    .cluster(node.cluster())
                    .bind(values.get(BIND))
                    .lockFolder(Path.of(values.get(LOCK_FOLDER)));
            if (!values.get(ADVERTISE).isEmpty()) {
                builder.advertise(values.get(ADVERTISE));
            }
            secret.ifPresent(it -> builder.secret(PeerSecret.of(it.get().reveal())));
            return builder.build();
        });
    }
}
