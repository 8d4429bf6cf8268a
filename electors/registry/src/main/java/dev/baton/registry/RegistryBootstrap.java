// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.UnavailableException;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.peer.PeerChannel;
import dev.baton.peer.PeerSecret;
import dev.baton.peer.PeerSettings;
import dev.baton.peer.Presence;
import dev.baton.quorum.LedgerFile;
import dev.baton.quorum.LedgerWriter;
import dev.baton.spi.ElectorContext;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Consumer;
import javax.crypto.SecretKey;
import org.jgroups.JChannel;

/** Puts a node of a registry together. What goes wrong on the way is told, and nothing is left open. */
final class RegistryBootstrap {
    private static final AsyncLog LOG = AsyncLog.of(RegistryBootstrap.class);

    private RegistryBootstrap() {}

    /** @param prepare may add to the channel before it is used */
    static RegistryElector join(
            RegistryConfiguration configuration, ElectorContext context, Consumer<JChannel> prepare) {
        SecureRandom chance = new SecureRandom();
        String id = context.node().id().value();
        LedgerFile ledger = new LedgerFile(configuration.stateFile(), configuration.cluster(), id);
        try {
            refuseCopy(ledger, configuration, id);
            Optional<SecretKey> key =
                    configuration.key().map(secret -> MessageEncryption.key(secret, configuration.cluster()));
            RegistryElector elector = elector(configuration, context, ledger, key, prepare, chance);
            try {
                elector.start();
            } catch (RuntimeException failed) {
                elector.close();
                throw failed;
            }
            return elector;
        } catch (RuntimeException failed) {
            ledger.close();
            throw failed;
        }
    }

    private static RegistryElector elector(
            RegistryConfiguration configuration,
            ElectorContext context,
            LedgerFile ledger,
            Optional<SecretKey> key,
            Consumer<JChannel> prepare,
            SecureRandom chance) {
        Node self = context.node();
        JChannel channel = ProtocolStack.channel(configuration, key);
        Presence presence = Presence.NONE;
        try {
            boolean founder = founds(configuration, channel);
            prepare.accept(channel);
            presence = presence(configuration, context, channel, key);
            GroupMember member = new GroupMember(
                    self, configuration.settings().voter(), mark(ledger, configuration, chance), presence.address());
            return new RegistryElector(
                    self,
                    configuration.settings(),
                    new JGroupsGroup(
                            channel, configuration.cluster(), member, founder, new MessageEncryption(key, self)),
                    presence,
                    LedgerWriter.onThread(ledger, "baton-registry-state"),
                    configuration.resolver(),
                    context.lanes(),
                    new SplittableRandom(chance.nextLong()));
        } catch (RuntimeException failed) {
            presence.close();
            channel.close();
            throw failed;
        }
    }

    /** Two processes would be one voter on two sides of a partition, or promises that were made would be forgotten. */
    private static void refuseCopy(LedgerFile ledger, RegistryConfiguration configuration, String id) {
        if (ledger.isCopy()) {
            throw new UnavailableException("state file " + configuration.stateFile() + " is a copy of the one of "
                    + id + ", which may be in use, or an earlier state that was restored; if what it"
                    + " was copied from is never used again, adopt the copy (baton adopt-state), else remove it and"
                    + " give this node its own id");
        }
    }

    /** The mark of this voter's state file, which is made with the file. */
    private static String mark(LedgerFile ledger, RegistryConfiguration configuration, SecureRandom chance) {
        if (!configuration.settings().voter()) {
            return "";
        }
        if (ledger.mark().isEmpty()) {
            ledger.mark(Incarnation.random(chance).toString());
        }
        return ledger.mark().orElseThrow();
    }

    private static boolean founds(RegistryConfiguration configuration, JChannel channel) {
        String host = channel.getProtocolStack().getTransport().getBindAddress().getHostAddress();
        return !(configuration.discovery() instanceof Discovery.Hosts hosts)
                || hosts.names(host, configuration.bindPort())
                || hosts.names(configuration.bindAddress(), configuration.bindPort());
    }

    /** At the address at which JGroups listens: where members reach it, they reach the peer channel too. */
    private static Presence presence(
            RegistryConfiguration configuration, ElectorContext context, JChannel channel, Optional<SecretKey> key) {
        InetAddress address = channel.getProtocolStack().getTransport().getBindAddress();
        if (key.isEmpty() && !address.isLoopbackAddress()) {
            LOG.info(
                    "{}: without a key there is no peer channel; a killed leader is replaced after its lease",
                    context.node().id());
            return Presence.NONE;
        }
        String host = address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
        PeerSettings.Builder settings = PeerSettings.builder()
                .cluster(peerCluster(configuration.cluster()))
                .bind(host + ":0")
                .lockFolder(configuration.lockFolder())
                .maxConnections(2 * RegistrySettings.MAX_VOTERS);
        key.map(it -> PeerSecret.derivedFrom(it.getEncoded(), "baton-registry peer channel"))
                .ifPresent(settings::secret);
        return PeerChannel.open(settings.build(), context);
    }

    /** A name that is too long for the peer channel is told from others by its hash. */
    private static String peerCluster(String cluster) {
        return cluster.length() <= PeerSettings.MAX_CLUSTER_LENGTH
                ? cluster
                : UUID.nameUUIDFromBytes(cluster.getBytes(StandardCharsets.UTF_8))
                        .toString();
    }
}
