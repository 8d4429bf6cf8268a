// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.commands;

import dev.baton.commands.CommandSettings;
import dev.baton.commands.ConnectionLimits;
import dev.baton.commands.access.PasswordHash;
import dev.baton.commands.access.User;
import dev.baton.commands.access.UserPermission;
import dev.baton.commands.access.UserPermission.Right;
import dev.baton.commands.slots.SlotLimits;
import dev.baton.security.TlsFiles;
import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.Problems;
import dev.baton.server.config.SecretKeys;
import dev.baton.server.part.ElectionPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The keys of the command server, which only the leader of one election serves. */
final class CommandKeys {
    private static final String USERS = "commands.users";

    static final ConfigKey<Boolean> ENABLED = ConfigKey.of(
            "commands.enabled", KeyType.bool(), false, "whether Redis clients are served, see docs/commands.md");
    static final ConfigKey<String> ELECTION = ConfigKey.derived(
            "commands.election", KeyType.text(), "", "the first election", "whose leader answers the commands");
    private static final ConfigKey<String> BIND = ConfigKey.of(
            "commands.bind",
            KeyType.text(),
            "127.0.0.1",
            "address to listen on; any other than loopback requires users");
    private static final ConfigKey<Integer> PORT = ConfigKey.of(
            "commands.port", KeyType.number(0, 65_535), CommandSettings.DEFAULT_PORT, "0 for any free port");
    static final ConfigKey<String> ADVERTISE = ConfigKey.derived(
            "commands.advertise", KeyType.text(), "", "from bind and port", "host:port that clients are redirected to");
    private static final ConfigKey<Boolean> ANONYMOUS = ConfigKey.of(
            "commands.anonymous", KeyType.bool(), false, "accept clients without a password; loopback only");
    private static final ConfigKey<String> NAME =
            ConfigKey.of("commands.users[].name", KeyType.text(), "default", "as in AUTH name password");
    private static final SecretKeys PASSWORD =
            SecretKeys.of("commands.users[].password_hash", "made by baton hash-password");
    private static final ConfigKey<List<String>> READ = prefixes("read", "that the user may read");
    private static final ConfigKey<List<String>> WRITE = prefixes("write", "that the user may write");
    private static final ConfigKey<List<String>> READ_WRITE =
            prefixes("read_write", "that the user may read and write; \"\" means all");
    private static final ConfigKey<Integer> CLIENTS = ConfigKey.of(
            "commands.max_clients",
            KeyType.number(1, 1_000_000),
            ConnectionLimits.DEFAULT.clients(),
            "connections at a time");
    private static final ConfigKey<Integer> MAX_KEYS = ConfigKey.of(
            "commands.max_keys", KeyType.number(1, 100_000_000), SlotLimits.DEFAULT.keys(), "keys at a time");
    private static final ConfigKey<Integer> MAX_MEMORY = ConfigKey.of(
            "commands.max_memory_mib",
            KeyType.number(1, 1 << 16),
            (int) (SlotLimits.DEFAULT.totalBytes() >> 20),
            "all keys and values together");
    private static final ConfigKey<String> TLS_CERTIFICATE =
            ConfigKey.of("commands.tls.certificate", KeyType.text(), "", "PEM file with the chain; switches TLS on");
    private static final ConfigKey<String> TLS_KEY =
            ConfigKey.of("commands.tls.key", KeyType.text(), "", "PEM file with the private key (PKCS#8)");

    private CommandKeys() {}

    private static ConfigKey<List<String>> prefixes(String right, String about) {
        return ConfigKey.of("commands.users[]." + right, KeyType.texts(), List.of(), "prefixes of keys " + about);
    }

    static List<ConfigKey<?>> all() {
        List<ConfigKey<?>> keys = new ArrayList<>(List.of(ENABLED, ELECTION, BIND, PORT, ADVERTISE, ANONYMOUS, NAME));
        keys.addAll(PASSWORD.keys());
        keys.addAll(List.of(READ, WRITE, READ_WRITE, CLIENTS, MAX_KEYS, MAX_MEMORY, TLS_CERTIFICATE, TLS_KEY));
        return keys;
    }

    /** Reads the plan; empty if there is no command server, or if there are problems. */
    static Optional<CommandPlan> read(EffectiveConfig values, List<ElectionPlan> elections, Problems problems) {
        if (!values.get(ENABLED)) {
            return Optional.empty();
        }
        String election = values.isSet(ELECTION)
                ? values.get(ELECTION)
                : elections.stream().findFirst().map(it -> it.name().value()).orElse("");
        if (elections.stream().noneMatch(it -> it.name().value().equals(election))) {
            problems.add(values.origin(ELECTION), "is not among the elections that this node stands in");
        }
        List<User> users = users(values, problems);
        Optional<String> advertise = Optional.of(values.get(ADVERTISE)).filter(it -> !it.isEmpty());
        return problems.collect(values.origin(ENABLED), () -> settings(values, users))
                .map(settings -> new CommandPlan(election, settings, advertise));
    }

    private static CommandSettings settings(EffectiveConfig values, List<User> users) {
        CommandSettings.Builder builder = CommandSettings.builder()
                .bind(values.get(BIND))
                .port(values.get(PORT))
                .users(users)
                .slots(SlotLimits.DEFAULT
                        .withKeys(values.get(MAX_KEYS))
                        .withTotalBytes((long) values.get(MAX_MEMORY) << 20))
                .connections(ConnectionLimits.DEFAULT.withClients(values.get(CLIENTS)));
        if (values.get(ANONYMOUS)) {
            builder.anonymous();
        }
        String certificate = values.get(TLS_CERTIFICATE);
        String key = values.get(TLS_KEY);
        if (certificate.isEmpty() != key.isEmpty()) {
            throw new IllegalArgumentException("tls.certificate and tls.key are set together or not at all");
        }
        if (!certificate.isEmpty()) {
            builder.tls(TlsFiles.pem(Path.of(certificate), Path.of(key)));
        }
        return builder.build();
    }

    private static List<User> users(EffectiveConfig values, Problems problems) {
        List<User> users = new ArrayList<>();
        for (int i = 0; i < values.count(USERS); i++) {
            int position = i;
            String origin = values.origin(NAME, i);
            PASSWORD.read(values, i, problems)
                    .ifPresentOrElse(
                            hash -> problems.collect(
                                            origin,
                                            () -> new User(
                                                    values.get(NAME, position),
                                                    PasswordHash.parse(
                                                            hash.get().reveal()),
                                                    grants(values, position)))
                                    .ifPresent(users::add),
                            () -> problems.add(origin, "has neither password_hash nor password_hash_file"));
        }
        return users;
    }

    private static List<UserPermission> grants(EffectiveConfig values, int position) {
        List<UserPermission> grants = new ArrayList<>();
        values.get(READ, position).forEach(prefix -> grants.add(new UserPermission(prefix, Right.READ)));
        values.get(WRITE, position).forEach(prefix -> grants.add(new UserPermission(prefix, Right.WRITE)));
        values.get(READ_WRITE, position)
                .forEach(prefix -> grants.add(new UserPermission(prefix, Right.READ_AND_WRITE)));
        return grants;
    }
}
