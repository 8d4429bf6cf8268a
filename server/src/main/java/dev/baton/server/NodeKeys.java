// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import dev.baton.CandidateSettings;
import dev.baton.Duty;
import dev.baton.ElectionName;
import dev.baton.NodeId;
import dev.baton.server.config.Catalogue;
import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.LogSafe;
import dev.baton.server.config.SecretKeys;
import dev.baton.server.elector.ElectorSections;
import dev.baton.server.http.Role;
import dev.baton.server.log.LogFormat;
import dev.baton.server.log.LogLevel;
import dev.baton.spi.Priority;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Every key of a node, with its default: the one place for both. The table in {@code docs/server.md} is checked against it. */
final class NodeKeys {
    static final String ELECTIONS = "elections";
    static final String TOKENS = "admin.tokens";

    private static final CandidateSettings CANDIDATE = CandidateSettings.defaults();

    static final ConfigKey<NodeId> ID = ConfigKey.of(
            "node.id",
            KeyType.text("name of a-z 0-9 . _ -", NodeId::of),
            NodeKeys::hostName,
            "the host's name",
            "stable, and unique in the cluster");
    static final ConfigKey<String> CLUSTER = ConfigKey.of(
            "node.cluster",
            KeyType.text("name of a-z 0-9 . _ -", NodeKeys::plain),
            "baton",
            "nodes of different clusters do not talk to each other");
    static final ConfigKey<String> ZONE = ConfigKey.of(
            "node.zone", KeyType.text("name of a-z 0-9 . _ -", NodeKeys::plain), "", "where the node runs");
    static final ConfigKey<Integer> WEIGHT = ConfigKey.of(
            "node.weight", KeyType.number(0, 1_000), 1, "how much work the node takes, compared with others");

    static final ConfigKey<String> ELECTOR = ConfigKey.of(
            "elector.type",
            KeyType.text(),
            "standalone",
            String.join(
                    ", ",
                    ElectorSections.ALL.stream().map(section -> section.type()).toList()));

    static final ConfigKey<ElectionName> NAME = ConfigKey.of(
            "elections[].name",
            KeyType.text("name of a-z 0-9 . _ -", ElectionName::of),
            ElectionName.of("coordinator"),
            "the election to stand in; without a list the node stands in this one");
    static final ConfigKey<Integer> PRIORITY = ConfigKey.of(
            "elections[].priority",
            KeyType.number(Priority.MIN, Priority.MAX),
            CANDIDATE.priority().value(),
            "how much this node is preferred as leader; a leader with a lower priority yields to it");
    static final ConfigKey<Boolean> ELIGIBLE = ConfigKey.of(
                    "elections[].eligible", KeyType.bool(), CANDIDATE.eligible(), "whether this node may lead")
            .reloading();
    static final ConfigKey<Boolean> ENABLED = ConfigKey.of(
            "elections[].enabled",
            KeyType.bool(),
            true,
            "whether leaders are elected, or the coordinator is hand-picked");
    static final ConfigKey<String> COORDINATOR = ConfigKey.of(
            "elections[].coordinator", KeyType.text(), "", "the hand-picked node, where elections are not enabled");
    static final ConfigKey<Duration> TAKEOVER_DELAY = ConfigKey.derived(
            "elections[].takeover_delay",
            KeyType.duration(),
            CANDIDATE.takeoverDelay(),
            "1s on registry, else 0s",
            "how long a lost leader may take to return before it is replaced");
    static final ConfigKey<Duration> MINIMUM_HOLD = ConfigKey.of(
            "elections[].minimum_hold",
            KeyType.duration(),
            CANDIDATE.minimumHold(),
            "how long a node leads, and a preferred one has to be ready, before it yields");
    static final ConfigKey<Duration> REST = ConfigKey.of(
            "elections[].rest",
            KeyType.duration(),
            CANDIDATE.rest(),
            "how long a node does not campaign after it gave leadership up");
    static final ConfigKey<Duration> WIND_DOWN = ConfigKey.of(
            "elections[].wind_down",
            KeyType.duration(),
            CANDIDATE.windDown(),
            "how long before its deadline a leader tells its duties to stop");
    static final ConfigKey<Duration> CHECK_INTERVAL = ConfigKey.of(
            "elections[].check_interval",
            KeyType.duration(),
            CANDIDATE.checkInterval(),
            "how often the node checks who leads");
    static final ConfigKey<List<String>> DUTIES = ConfigKey.of(
            "elections[].duties",
            KeyType.texts(),
            List.of(),
            "what the leader runs: " + String.join(", ", NodeParts.duties()));

    static final ConfigKey<Boolean> ADMIN =
            ConfigKey.of("admin.enabled", KeyType.bool(), true, "whether there is an admin API");
    static final ConfigKey<String> BIND = ConfigKey.of(
            "admin.bind", KeyType.text(), "127.0.0.1", "address to listen on; any other than loopback requires tokens");
    static final ConfigKey<Integer> PORT =
            ConfigKey.of("admin.port", KeyType.number(0, 65_535), 7400, "0 for any free port");
    static final ConfigKey<String> PORT_FILE =
            ConfigKey.of("admin.port_file", KeyType.text(), "", "file that the chosen port is written to");
    static final ConfigKey<String> ADVERTISE = ConfigKey.derived(
            "admin.advertise", KeyType.text(), "", "from bind and port", "URL by which other nodes reach this one");
    static final ConfigKey<List<String>> ALLOWED_HOSTS = ConfigKey.of(
            "admin.allowed_hosts",
            KeyType.texts(),
            List.of(),
            "extra host names that browsers may use, besides localhost, bind and advertise");
    static final ConfigKey<List<String>> PEERS = ConfigKey.of(
            "admin.peers",
            KeyType.texts(),
            List.of(),
            "URLs of other nodes, needed where the elector does not know them");
    static final ConfigKey<Duration> PEER_TIMEOUT = ConfigKey.of(
            "admin.peer_timeout", KeyType.patience(), Duration.ofSeconds(2), "how long to wait for another node");
    static final ConfigKey<Duration> OPERATION_TIMEOUT = ConfigKey.of(
            "admin.operation_timeout",
            KeyType.patience(),
            Duration.ofSeconds(15),
            "how long a call waits for the hand-over");
    static final SecretKeys CLUSTER_TOKEN = SecretKeys.of(
                    "admin.cluster_token", "by which nodes authenticate each other; the same on all")
            .reloading();
    static final ConfigKey<String> TOKEN_NAME = ConfigKey.of(
                    "admin.tokens[].name", KeyType.text(), "operator", "its name in the audit log")
            .reloading();
    static final ConfigKey<Role> TOKEN_ROLE = ConfigKey.of(
                    "admin.tokens[].role", KeyType.oneOf(Role.class), Role.READ, "what the token allows")
            .reloading();
    static final SecretKeys TOKEN =
            SecretKeys.of("admin.tokens[].token", "16 characters or more").reloading();
    static final ConfigKey<String> TLS_CERTIFICATE =
            ConfigKey.of("admin.tls.certificate", KeyType.text(), "", "PEM file with the chain; switches TLS on");
    static final ConfigKey<String> TLS_KEY =
            ConfigKey.of("admin.tls.key", KeyType.text(), "", "PEM file with the private key (PKCS#8)");
    static final ConfigKey<String> TLS_KEYSTORE =
            ConfigKey.of("admin.tls.keystore", KeyType.text(), "", "PKCS#12 file instead of the two");
    static final SecretKeys TLS_PASSWORD = SecretKeys.of("admin.tls.keystore_password", "password of the keystore");
    static final ConfigKey<String> TLS_TRUST = ConfigKey.of(
            "admin.tls.trust",
            KeyType.text(),
            "",
            "PEM file with the CA of the other nodes, if the JDK does not know it");

    static final ConfigKey<LogFormat> LOG_FORMAT = ConfigKey.of(
            "logging.format", KeyType.oneOf(LogFormat.class), LogFormat.TEXT, "one line per event, on stderr");
    static final ConfigKey<LogLevel> LOG_LEVEL = ConfigKey.of(
                    "logging.level", KeyType.oneOf(LogLevel.class), LogLevel.INFO, "of Baton itself")
            .reloading();

    static final ConfigKey<Duration> STOP_TIMEOUT = ConfigKey.of(
            "shutdown.duty_timeout",
            KeyType.patience(),
            Duty.Policy.DEFAULT.stopTimeout(),
            "how long duties may take to stop when leadership ends");

    private static final List<ConfigKey<?>> AFTER_THE_ELECTORS = List.of(
            NAME,
            PRIORITY,
            ELIGIBLE,
            ENABLED,
            COORDINATOR,
            TAKEOVER_DELAY,
            MINIMUM_HOLD,
            REST,
            WIND_DOWN,
            CHECK_INTERVAL,
            DUTIES,
            ADMIN,
            BIND,
            PORT,
            PORT_FILE,
            ADVERTISE,
            ALLOWED_HOSTS,
            PEERS,
            PEER_TIMEOUT,
            OPERATION_TIMEOUT,
            CLUSTER_TOKEN.value(),
            CLUSTER_TOKEN.file(),
            TOKEN_NAME,
            TOKEN_ROLE,
            TOKEN.value(),
            TOKEN.file(),
            TLS_CERTIFICATE,
            TLS_KEY,
            TLS_KEYSTORE,
            TLS_PASSWORD.value(),
            TLS_PASSWORD.file(),
            TLS_TRUST,
            LOG_FORMAT,
            LOG_LEVEL,
            STOP_TIMEOUT);

    private NodeKeys() {}

    static Catalogue all() {
        List<ConfigKey<?>> keys = new ArrayList<>(List.of(ID, CLUSTER, ZONE, WEIGHT, ELECTOR));
        ElectorSections.ALL.forEach(section -> keys.addAll(section.keys()));
        keys.addAll(AFTER_THE_ELECTORS);
        keys.addAll(NodeParts.keys());
        // A part may add to a section that is not its own.
        Map<String, List<ConfigKey<?>>> bySection = keys.stream()
                .collect(Collectors.groupingBy(NodeKeys::section, LinkedHashMap::new, Collectors.toList()));
        return new Catalogue(
                bySection.values().stream().<ConfigKey<?>>flatMap(List::stream).toList());
    }

    private static String section(ConfigKey<?> key) {
        return key.name().replaceFirst("[.\\[].*", "");
    }

    private static String plain(String name) {
        if (!name.matches("[a-z0-9._-]{0,64}")) {
            throw new IllegalArgumentException(
                    LogSafe.of(name) + " is not a name of a-z 0-9 . _ - with at most 64 characters");
        }
        return name;
    }

    /** The host's name, as far as it is a name; the part before the first dot. */
    private static NodeId hostName() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unnamed) {
            host = "";
        }
        String plain = host.toLowerCase(Locale.ROOT)
                .replaceAll("\\..*$", "")
                .replaceAll("[^a-z0-9-]", "-")
                .replaceAll("^-+|-+$", "");
        return NodeId.of(plain.isEmpty() ? "node" : plain);
    }
}
