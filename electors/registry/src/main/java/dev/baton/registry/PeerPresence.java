// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.core.ElectionName;
import dev.baton.core.Node;
import dev.baton.elector.ElectorContext;
import dev.baton.lease.HolderWatch;
import dev.baton.peer.PeerChannel;
import dev.baton.peer.PeerSecret;
import dev.baton.peer.PeerSettings;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** What the peer channel proves: a member of this host is gone when the kernel has released its lock, see ADR 34. */
final class PeerPresence implements Presence, HolderWatch.Listener {
    private static final String MAC = "HmacSHA256";

    private final PeerChannel channel;
    private final Map<Node, Consumer<Node>> watching = new ConcurrentHashMap<>();

    private PeerPresence(PeerChannel channel) {
        this.channel = channel;
        channel.start(this);
    }

    /** @throws dev.baton.core.UnavailableException if no port can be had at the address */
    static PeerPresence open(
            InetAddress at, RegistryConfiguration configuration, Optional<SecretKey> key, ElectorContext context) {
        String host = at instanceof Inet6Address ? "[" + at.getHostAddress() + "]" : at.getHostAddress();
        PeerSettings.Builder settings = PeerSettings.builder()
                .cluster(configuration.cluster())
                .bind(host + ":0")
                .lockFolder(configuration.lockFolder())
                .maxConnections(2 * RegistrySettings.MOST_VOTERS);
        key.map(PeerPresence::secret).ifPresent(settings::secret);
        return new PeerPresence(PeerChannel.open(settings.build(), context));
    }

    /** Another one than that which encrypts messages, so that neither says anything about the other. */
    private static PeerSecret secret(SecretKey key) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(key.getEncoded(), MAC));
            byte[] made = mac.doFinal("baton-registry peer channel".getBytes(StandardCharsets.UTF_8));
            return PeerSecret.of(HexFormat.of().formatHex(made));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has " + MAC, impossible);
        }
    }

    @Override
    public String address() {
        return channel.address();
    }

    @Override
    public void watch(Member member, Consumer<Node> gone) {
        watching.put(member.node(), gone);
        channel.watch(member.node(), member.presence());
    }

    @Override
    public void unwatch(Node node) {
        watching.remove(node);
        channel.unwatch(node);
    }

    @Override
    public void gone(Node holder) {
        watching.getOrDefault(holder, nobody -> {}).accept(holder);
    }

    /** Voters hear it again after a lease, whatever was said. */
    @Override
    public void answers(Node holder) {}

    @Override
    public void changed(ElectionName election) {}

    @Override
    public void close() {
        channel.close();
    }
}
