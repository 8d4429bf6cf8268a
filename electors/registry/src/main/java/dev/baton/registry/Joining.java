// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.core.Incarnation;
import dev.baton.core.Node;
import dev.baton.core.UnavailableException;
import dev.baton.quorum.LedgerFile;
import dev.baton.runtime.Lanes;
import java.io.IOException;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import javax.crypto.SecretKey;
import org.jgroups.JChannel;

/** Puts a node of a registry together. What goes wrong on the way is told, and nothing is left open. */
final class Joining {
    private Joining() {}

    /** @param prepare may add to the channel before it is used */
    static RegistryElector join(RegistryConfiguration configuration, Lanes lanes, Consumer<JChannel> prepare) {
        SecureRandom chance = new SecureRandom();
        Node self = new Node(configuration.node(), Incarnation.random(chance));
        LedgerFile ledger = new LedgerFile(
                configuration.stateFile(),
                configuration.cluster(),
                configuration.node().value());
        try {
            JChannel channel = ProtocolStack.channel(configuration);
            prepare.accept(channel);
            PresencePort port = configuration.crashProof() ? presence(self, channel) : null;
            Member member = new Member(self, configuration.settings().voter(), port == null ? "" : port.address());
            RegistryElector elector = new RegistryElector(
                    self,
                    configuration.settings(),
                    new JGroupsGroup(channel, configuration.cluster(), member, seal(configuration)),
                    port == null ? Presence.none() : port,
                    ledger,
                    configuration.resolver(),
                    lanes,
                    new SplittableRandom(chance.nextLong()));
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

    private static Seal seal(RegistryConfiguration configuration) {
        Optional<SecretKey> key = configuration.key().map(secret -> {
            try {
                return Seal.key(secret, configuration.cluster());
            } catch (GeneralSecurityException problem) {
                throw new UnavailableException("no key can be made on this Java runtime: " + problem, problem);
            }
        });
        return new Seal(key);
    }

    /** At the address at which JGroups listens: where members reach it, they reach the port too. */
    private static PresencePort presence(Node self, JChannel channel) {
        InetAddress address = channel.getProtocolStack().getTransport().getBindAddress();
        try {
            return new PresencePort(self, address);
        } catch (IOException problem) {
            channel.close();
            throw new UnavailableException(self.id() + " cannot listen at " + address + ": " + problem, problem);
        }
    }
}
