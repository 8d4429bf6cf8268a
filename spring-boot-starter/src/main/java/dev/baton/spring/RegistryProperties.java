// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.quorum.QuorumMode;
import dev.baton.registry.Discovery;
import dev.baton.registry.RegistryConfiguration;
import dev.baton.registry.RegistrySettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Elections among nodes that find each other by JGroups, with baton.elector=registry.
 *
 * @param clusterSize how many voters the whole cluster has, here or not; a majority of them elects
 * @param voter whether this node votes; a node that does not may still lead
 * @param quorum none lets each side of a partition elect a leader of its own
 * @param initialMembers with quorum none, no leader is elected before so many nodes were seen
 * @param initialWait with quorum none, no leader is elected before so long has passed, unless enough nodes were seen
 * @param bindAddress where this node listens; any but a loopback address needs a key
 * @param bindPort port that the group listens on
 * @param hosts host:port of some nodes
 * @param dns a name with the addresses of all nodes, instead of hosts
 * @param stateFile keeps what a voter must not forget, on a disk that survives a restart; by default baton-registry-NODE.state
 * @param key encrypts and authenticates, at least 12 characters; the same on all nodes
 * @param stackFile a JGroups XML of your own, instead of the generated one
 * @param lease how long to wait for a leader that is not heard from
 * @param renewInterval how often a leader renews its lease; by default a fifth of the lease
 * @param margin how much earlier than the others a leader considers its lease over; by default a sixth of the lease
 * @param requestTimeout how long to wait for an answer; by default a fifth of the lease
 */
@ConfigurationProperties("baton.registry")
record RegistryProperties(
        @DefaultValue("3") int clusterSize,
        @DefaultValue("true") boolean voter,
        @DefaultValue("majority") QuorumMode quorum,
        @DefaultValue("1") int initialMembers,
        @DefaultValue("10s") Duration initialWait,
        @DefaultValue("loopback") String bindAddress,
        @DefaultValue("7800") int bindPort,
        @DefaultValue List<String> hosts,
        @Nullable String dns,
        @Nullable Path stateFile,
        @Nullable String key,
        @Nullable Path stackFile,
        @DefaultValue("3s") Duration lease,
        @Nullable Duration renewInterval,
        @Nullable Duration margin,
        @Nullable Duration requestTimeout) {
    RegistryConfiguration configuration(BatonProperties properties) {
        if (!hosts.isEmpty() && dns != null) {
            throw new SetupException(
                    "baton.registry.hosts and baton.registry.dns exclude each other.", "Remove one of them.");
        }
        String node = ElectorSelection.lastingNode(properties, "registry");
        Path state = stateFile == null ? Path.of("baton-registry-" + node + ".state") : stateFile;
        RegistryConfiguration.Builder builder = RegistryConfiguration.of(properties.cluster(), state)
                .settings(settings())
                .bind(bindAddress, bindPort);
        if (!hosts.isEmpty()) {
            builder.hosts(hosts);
        } else if (dns != null) {
            builder.discovery(new Discovery.Dns(dns));
        }
        if (key != null) {
            builder.key(key);
        }
        if (stackFile != null) {
            builder.stackFile(stackFile);
        }
        Path locks = properties.peer().lockFolder();
        if (locks != null) {
            builder.lockFolder(locks);
        }
        return builder.build();
    }

    private RegistrySettings settings() {
        boolean majority = quorum == QuorumMode.MAJORITY;
        return new RegistrySettings(
                LeaseTimings.of(RegistrySettings.TERMS, lease, renewInterval, margin, requestTimeout),
                quorum,
                majority ? clusterSize : 0,
                initialMembers,
                majority ? Duration.ZERO : initialWait,
                voter);
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "RegistryProperties[clusterSize=" + clusterSize + ", bindAddress=" + bindAddress + "]";
    }
}
