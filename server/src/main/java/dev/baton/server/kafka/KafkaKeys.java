// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.kafka;

import dev.baton.kafka.GroupLimits;
import dev.baton.kafka.KafkaLimits;
import dev.baton.kafka.KafkaSettings;
import dev.baton.kafka.TopicDefaults;
import dev.baton.kafka.access.KafkaAcl;
import dev.baton.kafka.access.KafkaTls;
import dev.baton.kafka.access.KafkaUser;
import dev.baton.kafka.access.Right;
import dev.baton.kafka.access.TopicPermission;
import dev.baton.security.TlsFiles;
import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.Problems;
import dev.baton.server.config.SecretKeys;
import dev.baton.server.part.NodePlan;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The keys of the broker. */
final class KafkaKeys {
    private static final String USERS = "kafka.users";
    private static final int DEFAULT_PORT = 9092;

    static final ConfigKey<Boolean> ENABLED =
            ConfigKey.of("kafka.enabled", KeyType.bool(), false, "whether Kafka clients are served, see docs/kafka.md");
    private static final ConfigKey<String> BIND = ConfigKey.of(
            "kafka.bind",
            KeyType.text(),
            "127.0.0.1",
            "address to listen on; any other than loopback requires TLS or users");
    private static final ConfigKey<Integer> PORT =
            ConfigKey.of("kafka.port", KeyType.number(0, 65_535), DEFAULT_PORT, "0 for any free port");
    private static final ConfigKey<String> ADVERTISED = ConfigKey.derived(
            "kafka.advertised_host", KeyType.text(), "", "from bind", "the host name that clients connect to");
    private static final ConfigKey<Boolean> AUTO_CREATE = ConfigKey.of(
            "kafka.auto_create",
            KeyType.bool(),
            TopicDefaults.DEFAULT.autoCreate(),
            "whether topics are created on demand");
    private static final ConfigKey<Integer> PARTITIONS = ConfigKey.of(
            "kafka.partitions",
            KeyType.number(1, 1_000),
            TopicDefaults.DEFAULT.partitions(),
            "default number of partitions of a topic");
    private static final ConfigKey<Integer> REPLICAS = ConfigKey.of(
            "kafka.replicas",
            KeyType.number(0, 7),
            TopicDefaults.DEFAULT.replicas(),
            "default number of replicas of a topic; 0 for three, or as many as there are nodes");
    private static final ConfigKey<Integer> OFFSETS_PARTITIONS = ConfigKey.of(
            "kafka.offsets_partitions",
            KeyType.number(1, 100),
            TopicDefaults.DEFAULT.offsetsPartitions(),
            "partitions of the topic of consumer groups, when it is created");
    private static final ConfigKey<Integer> CONNECTIONS = ConfigKey.of(
            "kafka.max_connections",
            KeyType.number(1, 1_000_000),
            KafkaLimits.DEFAULT.connections(),
            "connections at a time");
    private static final ConfigKey<Integer> NETWORK_THREADS = ConfigKey.of(
            "kafka.network_threads",
            KeyType.number(1, KafkaLimits.MAX_PROCESSORS),
            KafkaLimits.DEFAULT::processors,
            "number of processors, 2 to 8",
            "threads that read requests of clients and write answers; num.network.threads of Apache Kafka");
    private static final ConfigKey<Integer> MAX_GROUPS = ConfigKey.of(
            "kafka.max_groups",
            KeyType.number(1, 1_000_000),
            GroupLimits.DEFAULT.groups(),
            "consumer groups that this node coordinates; others are refused");
    private static final ConfigKey<Integer> MAX_MEMBERS = ConfigKey.of(
            "kafka.max_members",
            KeyType.number(1, 100_000),
            GroupLimits.DEFAULT.members(),
            "members of a consumer group; others are refused");
    private static final ConfigKey<Duration> MIN_SESSION = ConfigKey.of(
            "kafka.min_session",
            KeyType.patience(),
            GroupLimits.DEFAULT.minSession(),
            "the shortest session.timeout.ms of a member of a classic group");
    private static final ConfigKey<Duration> MAX_SESSION = ConfigKey.of(
            "kafka.max_session", KeyType.patience(), GroupLimits.DEFAULT.maxSession(), "the longest one; at most 30m");
    private static final ConfigKey<String> TLS_CERTIFICATE = ConfigKey.of(
                    "kafka.tls.certificate", KeyType.text(), "", "PEM file with the chain; switches TLS on")
            .reloading();
    private static final ConfigKey<String> TLS_KEY = ConfigKey.of(
                    "kafka.tls.key", KeyType.text(), "", "PEM file with the private key (PKCS#8)")
            .reloading();
    private static final ConfigKey<String> TLS_CLIENTS = ConfigKey.of(
                    "kafka.tls.clients",
                    KeyType.text(),
                    "",
                    "PEM file with certificates; a client has to show one of them, or one that they have signed")
            .reloading();
    private static final ConfigKey<String> NAME =
            ConfigKey.of("kafka.users[].name", KeyType.text(), "", "user name for SASL PLAIN or SCRAM");
    private static final SecretKeys PASSWORD = SecretKeys.of("kafka.users[].password", "password of this user");
    private static final ConfigKey<List<String>> READ = prefixes("read", "fetch from");
    private static final ConfigKey<List<String>> WRITE = prefixes("write", "produce to");
    private static final ConfigKey<List<String>> ADMIN = prefixes("admin", "create, change and delete; \"\" means all");

    private static final ConfigKey<List<String>> GROUPS = ConfigKey.of(
            "kafka.users[].groups",
            KeyType.texts(),
            List.of(),
            "prefixes of consumer groups that the user may use and delete; \"\" means all");

    private KafkaKeys() {}

    private static ConfigKey<List<String>> prefixes(String right, String about) {
        return ConfigKey.of(
                "kafka.users[]." + right, KeyType.texts(), List.of(), "prefixes of topics that the user may " + about);
    }

    static List<ConfigKey<?>> all() {
        List<ConfigKey<?>> keys = new ArrayList<>(List.of(
                ENABLED,
                BIND,
                PORT,
                ADVERTISED,
                AUTO_CREATE,
                PARTITIONS,
                REPLICAS,
                OFFSETS_PARTITIONS,
                CONNECTIONS,
                NETWORK_THREADS,
                MAX_GROUPS,
                MAX_MEMBERS,
                MIN_SESSION,
                MAX_SESSION,
                TLS_CERTIFICATE,
                TLS_KEY,
                TLS_CLIENTS,
                NAME));
        keys.addAll(PASSWORD.keys());
        keys.addAll(List.of(READ, WRITE, ADMIN, GROUPS));
        return keys;
    }

    /** Reads the settings; empty if there is no broker, or if there are problems. */
    static Optional<KafkaSettings> read(EffectiveConfig values, NodePlan node, Problems problems) {
        if (!values.get(ENABLED)) {
            return Optional.empty();
        }
        if (!node.groupMember()) {
            problems.add(
                    values.origin(ENABLED),
                    "needs a node that is a member of a Raft group: elector raft, with bootstrap or join");
        }
        List<KafkaUser> users = users(values, problems);
        return problems.collect(values.origin(ENABLED), () -> settings(values, users));
    }

    private static KafkaSettings settings(EffectiveConfig values, List<KafkaUser> users) {
        int connections = values.get(CONNECTIONS);
        KafkaLimits usual = KafkaLimits.DEFAULT;
        return new KafkaSettings(
                new InetSocketAddress(values.get(BIND), values.get(PORT)),
                values.get(ADVERTISED),
                new KafkaLimits(
                        values.get(NETWORK_THREADS),
                        connections,
                        Math.min(connections, usual.connectionsPerAddress()),
                        usual.requestBytes(),
                        usual.requestMemory(),
                        usual.inFlight(),
                        usual.idle(),
                        usual.frame()),
                new GroupLimits(
                        values.get(MAX_GROUPS),
                        values.get(MAX_MEMBERS),
                        values.get(MIN_SESSION),
                        values.get(MAX_SESSION)),
                new TopicDefaults(
                        values.get(AUTO_CREATE),
                        values.get(PARTITIONS),
                        values.get(REPLICAS),
                        values.get(OFFSETS_PARTITIONS)),
                new KafkaAcl(tls(values), users));
    }

    private static Optional<KafkaTls> tls(EffectiveConfig values) {
        String certificate = values.get(TLS_CERTIFICATE);
        String key = values.get(TLS_KEY);
        if (certificate.isEmpty() != key.isEmpty()) {
            throw new IllegalArgumentException("tls.certificate and tls.key are set together or not at all");
        }
        String clients = values.get(TLS_CLIENTS);
        if (certificate.isEmpty()) {
            if (!clients.isEmpty()) {
                throw new IllegalArgumentException("tls.clients needs tls.certificate and tls.key");
            }
            return Optional.empty();
        }
        return Optional.of(new KafkaTls(
                TlsFiles.pem(Path.of(certificate), Path.of(key)).requireValid(),
                clients.isEmpty() ? List.of() : TlsFiles.certificates(Path.of(clients))));
    }

    private static List<KafkaUser> users(EffectiveConfig values, Problems problems) {
        List<KafkaUser> users = new ArrayList<>();
        for (int i = 0; i < values.count(USERS); i++) {
            int position = i;
            String origin = values.origin(NAME, i);
            PASSWORD.read(values, i, problems)
                    .ifPresentOrElse(
                            password -> problems.collect(
                                            origin,
                                            () -> new KafkaUser(
                                                    values.get(NAME, position),
                                                    password.get().reveal(),
                                                    grants(values, position),
                                                    values.get(GROUPS, position)))
                                    .ifPresent(users::add),
                            () -> problems.add(origin, "has neither password nor password_file"));
        }
        return users;
    }

    private static List<TopicPermission> grants(EffectiveConfig values, int position) {
        List<TopicPermission> grants = new ArrayList<>();
        values.get(READ, position).forEach(prefix -> grants.add(new TopicPermission(prefix, Set.of(Right.READ))));
        values.get(WRITE, position).forEach(prefix -> grants.add(new TopicPermission(prefix, Set.of(Right.WRITE))));
        values.get(ADMIN, position).forEach(prefix -> grants.add(new TopicPermission(prefix, Set.of(Right.ADMIN))));
        return grants;
    }
}
