// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.peer.PeerSettings;
import dev.baton.quorum.QuorumMode;
import dev.baton.registry.Discovery;
import dev.baton.registry.EnvironmentSettings;
import dev.baton.registry.RegistryConfiguration;
import dev.baton.registry.RegistryElector;
import dev.baton.registry.RegistrySettings;
import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.Problems;
import dev.baton.server.config.Secret;
import dev.baton.server.config.SecretKeys;
import dev.baton.server.directory.DirectoryMember;
import dev.baton.server.view.Succession;
import dev.baton.spi.lease.LeaseTerms;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Elections among nodes that have nothing but a network, on JGroups. */
final class RegistrySection implements ElectorSection {
    private static final String PREFIX = "elector.registry.";

    private static final ConfigKey<Integer> CLUSTER_SIZE = ConfigKey.of(
            PREFIX + "cluster_size",
            KeyType.number(0, 1_000),
            3,
            "how many voters the whole cluster has; a majority of them elects");
    private static final ConfigKey<Boolean> VOTER = ConfigKey.of(
            PREFIX + "voter", KeyType.bool(), true, "whether this node votes; a node that does not may still lead");
    private static final ConfigKey<QuorumMode> QUORUM = ConfigKey.of(
            PREFIX + "quorum",
            KeyType.oneOf(QuorumMode.class),
            QuorumMode.MAJORITY,
            "none lets EACH SIDE OF A PARTITION elect its own leader");
    private static final ConfigKey<Integer> INITIAL_MEMBERS = ConfigKey.of(
            PREFIX + "initial_members",
            KeyType.number(1, 1_000),
            1,
            "with quorum none: no node is elected before this many were seen");
    private static final ConfigKey<Duration> INITIAL_WAIT = ConfigKey.of(
            PREFIX + "initial_wait",
            KeyType.duration(),
            Duration.ofSeconds(10),
            "with quorum none: how long to wait for them");
    private static final ConfigKey<String> BIND =
            ConfigKey.of(PREFIX + "bind_address", KeyType.text(), "loopback", "any other than loopback requires a key");
    private static final ConfigKey<Integer> PORT = ConfigKey.of(
            PREFIX + "bind_port",
            KeyType.number(0, 65_535),
            7_800,
            "where the group listens; the peer channel has any free port");
    private static final ConfigKey<List<String>> HOSTS =
            ConfigKey.of(PREFIX + "hosts", KeyType.texts(), List.of(), "host:port of some nodes");
    private static final ConfigKey<String> DNS = ConfigKey.of(
            PREFIX + "dns", KeyType.text(), "", "a name with the addresses of all nodes, instead of hosts");
    private static final ConfigKey<String> STATE_FILE = ConfigKey.derived(
            PREFIX + "state_file",
            KeyType.text(),
            "",
            "baton-registry-NODE.state",
            "keeps the state of a voter; on a disk that survives a restart");
    private static final SecretKeys KEY =
            SecretKeys.of(PREFIX + "key", "encrypts and authenticates; the same on all nodes");
    private static final ConfigKey<String> LOCK_FOLDER = ConfigKey.of(
            PREFIX + "lock_folder",
            KeyType.text(),
            PeerSettings.DEFAULT_LOCK_FOLDER.toString(),
            "shared by the nodes of one host, to notice the end of a process");
    private static final ConfigKey<String> STACK =
            ConfigKey.of(PREFIX + "stack_file", KeyType.text(), "", "your own JGroups XML file");
    private static final LeaseKeys LEASE = new LeaseKeys("elector.registry", RegistrySettings.TERMS);

    @Override
    public String type() {
        return "registry";
    }

    @Override
    public List<ConfigKey<?>> keys() {
        List<ConfigKey<?>> keys = new ArrayList<>(List.of(
                CLUSTER_SIZE, VOTER, QUORUM, INITIAL_MEMBERS, INITIAL_WAIT, BIND, PORT, HOSTS, DNS, STATE_FILE));
        keys.addAll(KEY.keys());
        keys.addAll(List.of(LOCK_FOLDER, STACK));
        keys.addAll(LEASE.keys());
        return keys;
    }

    @Override
    public Chosen read(EffectiveConfig values, Identity node, Problems problems) {
        Optional<Supplier<Secret>> key = KEY.read(values, problems);
        if (!values.get(HOSTS).isEmpty() && !values.get(DNS).isEmpty()) {
            problems.add(values.origin(DNS), "excludes " + HOSTS.name() + ": say one of them");
        }
        Optional<LeaseTerms> terms = problems.collect(values.origin(LEASE.lease()), () -> LEASE.read(values));
        Optional<RegistrySettings> settings = problems.collect(
                values.origin(CLUSTER_SIZE), () -> settings(values, terms.orElse(RegistrySettings.TERMS)));
        Optional<RegistryConfiguration> configuration = problems.collect(
                values.isSet(BIND) ? values.origin(BIND) : "elector.registry",
                () -> configuration(values, node, settings.orElse(RegistrySettings.majorityOf(1)), key));
        configuration
                .filter(RegistryConfiguration::isOpenToStrangers)
                .ifPresent(it -> problems.warn(
                        values.origin(STACK),
                        "has neither SYM_ENCRYPT, ASYM_ENCRYPT nor TLS, and there is no elector.registry.key:"
                                + " ANY PROCESS THAT REACHES ITS PORT MAY JOIN AND LEAD"));
        if (terms.isEmpty() || settings.isEmpty() || configuration.isEmpty()) {
            return new InvalidElectorConfig();
        }
        return new PeerElectorConfig<>(
                RegistryElector.with(configuration.get()),
                RegistryElector.class,
                new PeerElectorConfig.Traits(
                        terms.get().certainty(),
                        EnvironmentSettings.TAKEOVER_DELAY,
                        Succession.BY_PRIORITY,
                        needs(configuration.get())),
                RegistrySection::members);
    }

    private static RegistrySettings settings(EffectiveConfig values, LeaseTerms terms) {
        QuorumMode quorum = values.get(QUORUM);
        return new RegistrySettings(
                terms,
                quorum,
                quorum == QuorumMode.NONE ? 0 : values.get(CLUSTER_SIZE),
                values.get(INITIAL_MEMBERS),
                quorum == QuorumMode.NONE ? values.get(INITIAL_WAIT) : Duration.ZERO,
                values.get(VOTER));
    }

    private static RegistryConfiguration configuration(
            EffectiveConfig values, Identity node, RegistrySettings settings, Optional<Supplier<Secret>> key) {
        Path state = Path.of(values.text(STATE_FILE).orElse("baton-registry-" + node.id() + ".state"));
        RegistryConfiguration.Builder builder = RegistryConfiguration.of(node.cluster(), state)
                .settings(settings)
                .bind(values.get(BIND), values.get(PORT))
                .lockFolder(Path.of(values.get(LOCK_FOLDER)));
        if (!values.get(HOSTS).isEmpty()) {
            builder.hosts(values.get(HOSTS));
        } else if (!values.get(DNS).isEmpty()) {
            builder.discovery(new Discovery.Dns(values.get(DNS)));
        }
        values.text(STACK).map(Path::of).ifPresent(builder::stackFile);
        key.ifPresent(it -> builder.key(it.get().reveal()));
        return builder.build();
    }

    private static LocalRequirements needs(RegistryConfiguration configuration) {
        LocalRequirements state = LocalRequirements.file(configuration.stateFile());
        // A stack of the user's own says by itself where it listens.
        return configuration.stackFile().isPresent() ? state : state.port(listen(configuration));
    }

    private static InetSocketAddress listen(RegistryConfiguration configuration) {
        return configuration.bindAddress().equalsIgnoreCase("loopback")
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), configuration.bindPort())
                : new InetSocketAddress(configuration.bindAddress(), configuration.bindPort());
    }

    private static List<DirectoryMember> members(RegistryElector elector) {
        return elector.members().stream()
                .map(it -> DirectoryMember.heard(
                        it.node().id(), it.node().incarnation().toString()))
                .toList();
    }
}
