// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jgroups.conf.ConfiguratorFactory;
import org.jgroups.conf.ProtocolConfiguration;

/** A JGroups stack provided by the user, as far as it can be checked before it is used. */
record JGroupsStackFile(Path path) {
    /** What is wrong with the stack, if anything. */
    Optional<String> problem() {
        if (!Files.isReadable(path)) {
            return Optional.of("the JGroups stack " + path + " cannot be read");
        }
        try {
            protocols();
            return Optional.empty();
        } catch (Exception broken) {
            return Optional.of("the JGroups stack " + path + " is not accepted by JGroups: " + broken.getMessage());
        }
    }

    /** Whether the stack itself keeps strangers out: by a cipher, by TLS, or because it listens only on this host. */
    boolean keepsStrangersOut() {
        try {
            List<ProtocolConfiguration> protocols = protocols();
            String address = protocols.get(0).getProperties().getOrDefault("bind_addr", "");
            return RegistryConfiguration.isLoopback(address)
                    || protocols.stream().anyMatch(JGroupsStackFile::encrypts);
        } catch (Exception broken) {
            return false;
        }
    }

    private static boolean encrypts(ProtocolConfiguration protocol) {
        String name = protocol.getProtocolName();
        return name.endsWith("SYM_ENCRYPT")
                || Boolean.parseBoolean(protocol.getProperties().get("tls.enabled"));
    }

    private List<ProtocolConfiguration> protocols() throws Exception {
        try (InputStream xml = Files.newInputStream(path)) {
            List<ProtocolConfiguration> protocols =
                    ConfiguratorFactory.getStackConfigurator(xml).getProtocolStack();
            if (protocols.isEmpty()) {
                throw new IllegalArgumentException("it has no protocols");
            }
            return protocols;
        }
    }
}
