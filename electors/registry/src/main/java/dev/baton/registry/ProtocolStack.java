// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.UnavailableException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.crypto.SecretKey;
import org.jgroups.JChannel;
import org.jgroups.protocols.SYM_ENCRYPT;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.stack.Protocol;

/** Creates the JGroups channel of a configuration. */
final class ProtocolStack {
    /**
     * Without these protocols messages are lost, or there is no group. JGroups itself checks what they need in turn.
     */
    private static final List<Class<? extends Protocol>> NEEDED = List.of(UNICAST3.class, GMS.class);

    private ProtocolStack() {}

    /** @throws UnavailableException if the user's own XML cannot be read or used */
    static JChannel channel(RegistryConfiguration configuration, Optional<SecretKey> key) {
        try (InputStream xml = configuration.stackFile().isPresent()
                ? Files.newInputStream(configuration.stackFile().get())
                : new ByteArrayInputStream(xml(configuration).getBytes(StandardCharsets.UTF_8))) {
            JChannel channel = new JChannel(xml);
            NEEDED.forEach(protocol -> requireIn(channel, protocol));
            if (key.isPresent()) {
                encrypt(channel, key.get());
            }
            return channel;
        } catch (Exception problem) {
            throw new UnavailableException(
                    "the JGroups stack"
                            + configuration
                                    .stackFile()
                                    .map(Path::toString)
                                    .map(it -> " of " + it)
                                    .orElse("")
                            + " cannot be used: " + problem,
                    problem);
        }
    }

    private static void requireIn(JChannel channel, Class<? extends Protocol> needed) {
        if (channel.getProtocolStack().findProtocol(needed) == null) {
            throw new IllegalArgumentException("it has no " + needed.getSimpleName());
        }
    }

    /** Everything is encrypted with a key derived from the shared one: nodes with different keys cannot communicate. */
    private static void encrypt(JChannel channel, SecretKey key) throws Exception {
        SYM_ENCRYPT sealing = new SYM_ENCRYPT();
        sealing.symAlgorithm("AES/CBC/PKCS5Padding").symIvLength(16);
        sealing.setSecretKey(key);
        channel.getProtocolStack()
                .insertProtocol(sealing, org.jgroups.stack.ProtocolStack.Position.BELOW, NAKACK2.class);
        sealing.init();
    }

    /** Every number here is explained in docs/registry.md. */
    static String xml(RegistryConfiguration configuration) {
        return """
                <config xmlns="urn:org:jgroups">
                  <TCP_NIO2 bind_addr="%s" bind_port="%d" port_range="0" tcp_nodelay="true" bundler_type="pd"
                       enable_suspect_events="true" reaper_interval="1s" conn_expire_time="5s" max_send_buffers="20"
                       max_length="1M" diag.enabled="false" thread_pool.min_threads="0" thread_pool.max_threads="20"
                       thread_pool.keep_alive_time="10s"/>
                  %s
                  <MERGE3 min_interval="500ms" max_interval="1500ms" check_interval="3s"/>
                  <FD_ALL3 timeout="5s" interval="1s"/>
                  <VERIFY_SUSPECT2 timeout="1s"/>
                  <pbcast.NAKACK2 use_mcast_xmit="false"/>
                  <UNICAST3/>
                  <pbcast.STABLE desired_avg_gossip="50s" max_bytes="4M"/>
                  <pbcast.GMS print_local_addr="false" join_timeout="1s" leave_timeout="1s" max_join_attempts="5"
                               view_ack_collection_timeout="500ms" merge_timeout="2s"/>
                  <FRAG2 frag_size="60K"/>
                </config>
                """.formatted(configuration.bindAddress(), configuration.bindPort(), discovery(configuration));
    }

    private static String discovery(RegistryConfiguration configuration) {
        Discovery by = configuration.discovery();
        if (by instanceof Discovery.Hosts hosts) {
            return "<TCPPING initial_hosts=\"%s\" port_range=\"0\" async_discovery=\"true\" num_discovery_runs=\"4\"/>"
                    .formatted(hosts.asJGroups());
        }
        if (by instanceof Discovery.Dns dns) {
            return "<dns.DNS_PING dns_query=\"%s\" async_discovery=\"true\" num_discovery_runs=\"4\"/>"
                    .formatted(dns.name());
        }
        Discovery.Multicast multicast = (Discovery.Multicast) by;
        return "<MPING mcast_addr=\"%s\" mcast_port=\"%d\" ip_ttl=\"2\" num_discovery_runs=\"4\"/>"
                .formatted(multicast.group(), multicast.port());
    }
}
