// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.CandidateSettings;
import dev.baton.bully.Address;
import dev.baton.bully.BullyClusterView;
import dev.baton.bully.BullyConfiguration;
import dev.baton.bully.BullyElector;
import dev.baton.bully.BullySettings;
import dev.baton.bully.Credentials;
import dev.baton.bully.IdOrder;
import dev.baton.bully.JoinPolicy;
import dev.baton.bully.MemberRole;
import dev.baton.bully.SharedTlsKey;
import dev.baton.bully.SqlWitness;
import dev.baton.peer.PeerSettings;
import dev.baton.quorum.QuorumMode;
import dev.baton.security.TlsFiles;
import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.Problems;
import dev.baton.server.config.Secret;
import dev.baton.server.config.SecretKeys;
import dev.baton.server.directory.DirectoryMember;
import dev.baton.server.view.Succession;
import dev.baton.spi.Priority;
import dev.baton.sql.SqlDatabase;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Elections among a few nodes that talk HTTP to each other. */
final class BullySection implements ElectorSection {
    private static final String PREFIX = "elector.bully.";
    private static final BullySettings DEFAULTS = BullySettings.defaults();

    private static final ConfigKey<String> BIND =
            ConfigKey.of(PREFIX + "bind", KeyType.text(), "127.0.0.1:2222", "host:port to listen on");
    private static final ConfigKey<String> ADVERTISE = ConfigKey.derived(
            PREFIX + "advertise", KeyType.text(), "", "that of bind", "host:port by which other nodes reach this one");
    private static final ConfigKey<List<String>> JOIN = ConfigKey.of(
            PREFIX + "join", KeyType.texts(), List.of(), "host:port of some members, for a node without state");
    private static final ConfigKey<Boolean> FORM = ConfigKey.of(
            PREFIX + "form",
            KeyType.bool(),
            false,
            "forms a new cluster, unless the node has state; for the first start of the first node only");
    private static final ConfigKey<String> STATE = ConfigKey.derived(
            PREFIX + "state_folder",
            KeyType.text(),
            "",
            "baton-bully-NODE",
            "keeps the membership and the epochs; on a disk that survives a restart");
    private static final ConfigKey<String> USER =
            ConfigKey.of(PREFIX + "user", KeyType.text(), "", "that all nodes share");
    private static final SecretKeys PASSWORD = SecretKeys.of(PREFIX + "password", "that all nodes share");
    private static final ConfigKey<Duration> HEARTBEAT = ConfigKey.of(
            PREFIX + "heartbeat", KeyType.duration(), DEFAULTS.heartbeat(), "how often a leader sends one");
    private static final ConfigKey<Integer> MISSES = ConfigKey.of(
            PREFIX + "misses",
            KeyType.number(2, 20),
            DEFAULTS.misses(),
            "how many heartbeats may be missed before a leader is replaced");
    private static final ConfigKey<Duration> MARGIN =
            derived("margin", "half a heartbeat", "how much earlier than the others a leader considers its time over");
    private static final ConfigKey<Duration> TIMEOUT =
            derived("request_timeout", "a heartbeat", "how long to wait for an answer");
    private static final ConfigKey<Duration> ELECTION_TIMEOUT =
            derived("election_timeout", "two heartbeats", "how long to wait for a higher node that says it stands");
    private static final ConfigKey<Duration> REMOVE_AFTER =
            derived("remove_after", "never", "how long a dead node stays a member");
    private static final ConfigKey<QuorumMode> QUORUM = ConfigKey.of(
            PREFIX + "quorum",
            KeyType.oneOf(QuorumMode.class),
            QuorumMode.MAJORITY,
            "none lets EACH SIDE OF A PARTITION elect its own leader");
    private static final ConfigKey<IdOrder> ORDER = ConfigKey.of(
            PREFIX + "id_order", KeyType.oneOf(IdOrder.class), IdOrder.NATURAL, "which of two ids is the higher one");
    private static final ConfigKey<Integer> PRIORITY = ConfigKey.of(
            PREFIX + "priority",
            KeyType.number(Priority.MIN, Priority.MAX),
            Priority.DEFAULT.value(),
            "compared before the id");
    private static final ConfigKey<MemberRole> PART = ConfigKey.of(
            PREFIX + "part",
            KeyType.oneOf(MemberRole.class),
            MemberRole.FULL,
            "witness votes and never leads; candidate leads only");
    private static final ConfigKey<List<String>> NETWORKS = ConfigKey.of(
            PREFIX + "join_networks",
            KeyType.texts(),
            List.of(),
            "networks, as in 10.0.0.0/8, whose addresses a joining node may name besides its own");
    private static final ConfigKey<String> LOCK_FOLDER = ConfigKey.of(
            PREFIX + "lock_folder",
            KeyType.text(),
            PeerSettings.DEFAULT_LOCK_FOLDER.toString(),
            "shared by the nodes of one host, to notice the end of a process");
    private static final ConfigKey<String> TLS_KEYSTORE = ConfigKey.of(
            PREFIX + "tls.keystore",
            KeyType.text(),
            "",
            "PKCS#12 file with the key that all nodes share; switches TLS on");
    private static final SecretKeys TLS_PASSWORD =
            SecretKeys.of(PREFIX + "tls.keystore_password", "password of the keystore");

    private static ConfigKey<Duration> derived(String name, String fallback, String about) {
        return ConfigKey.derived(PREFIX + name, KeyType.duration(), Duration.ZERO, fallback, about);
    }

    @Override
    public String type() {
        return "bully";
    }

    @Override
    public List<ConfigKey<?>> keys() {
        List<ConfigKey<?>> keys = new ArrayList<>(List.of(BIND, ADVERTISE, JOIN, FORM, STATE, USER));
        keys.addAll(PASSWORD.keys());
        keys.addAll(List.of(
                HEARTBEAT, MISSES, MARGIN, TIMEOUT, ELECTION_TIMEOUT, REMOVE_AFTER, QUORUM, ORDER, PRIORITY, PART));
        keys.addAll(List.of(NETWORKS, LOCK_FOLDER, TLS_KEYSTORE));
        keys.addAll(TLS_PASSWORD.keys());
        keys.addAll(WitnessKeys.all());
        return keys;
    }

    @Override
    public Chosen read(EffectiveConfig values, Identity node, Problems problems) {
        Optional<Supplier<Secret>> password = PASSWORD.read(values, problems);
        Optional<Supplier<Secret>> keystore = TLS_PASSWORD.read(values, problems);
        Optional<SqlDatabase> database = WitnessKeys.database(values, problems);
        Optional<SqlWitness> witness =
                database.flatMap(it -> WitnessKeys.witness(it, values, node, requestTimeout(values), problems));
        return problems.collect("elector.bully", () -> configuration(values, node, password, keystore, witness))
                .<Chosen>map(it -> new PeerElectorConfig<>(
                        BullyElector.with(it),
                        BullyElector.class,
                        new PeerElectorConfig.Traits(
                                settings(values).terms().certainty(),
                                CandidateSettings.defaults().takeoverDelay(),
                                succession(settings(values)),
                                LocalRequirements.folder(it.state())
                                        .port(it.listen())
                                        .witness(database)
                                        .others(others(values))
                                        .tls(tls(values, keystore))),
                        BullySection::members))
                .orElseGet(InvalidElectorConfig::new);
    }

    private static List<InetSocketAddress> others(EffectiveConfig values) {
        return values.get(JOIN).stream()
                .map(Address::parse)
                .map(it -> new InetSocketAddress(it.bareHost(), it.port()))
                .toList();
    }

    /** All nodes have one key, whatever their hosts are. */
    private static Optional<LocalRequirements.Tls> tls(EffectiveConfig values, Optional<Supplier<Secret>> password) {
        return values.text(TLS_KEYSTORE)
                .map(file -> TlsFiles.pkcs12(Path.of(file), revealed(password)))
                .map(key -> new LocalRequirements.Tls(
                        TLS_KEYSTORE.name(),
                        key,
                        Optional.empty(),
                        List.of(key.certificate()),
                        Optional.empty(),
                        false,
                        List.of()));
    }

    private static char[] revealed(Optional<Supplier<Secret>> password) {
        return password.map(it -> it.get().reveal()).orElse("").toCharArray();
    }

    private static BullyConfiguration configuration(
            EffectiveConfig values,
            Identity node,
            Optional<Supplier<Secret>> password,
            Optional<Supplier<Secret>> keystore,
            Optional<SqlWitness> witness) {
        Address bind = Address.parse(values.get(BIND));
        Credentials credentials = new Credentials(
                values.get(USER), password.map(it -> it.get().reveal()).orElse(""));
        Path state = Path.of(values.text(STATE).orElse("baton-bully-" + node.id()));
        BullyConfiguration.Builder builder = BullyConfiguration.of(credentials, state)
                .listen(bind.bareHost(), bind.port())
                .join(values.get(JOIN).stream().map(Address::parse).toList())
                .settings(settings(values))
                .lockFolder(Path.of(values.get(LOCK_FOLDER)))
                .joinPolicy(new JoinPolicy(values.get(NETWORKS)));
        if (values.get(FORM)) {
            builder.form();
        }
        values.text(ADVERTISE).map(Address::parse).ifPresent(builder::advertised);
        values.text(TLS_KEYSTORE)
                .map(file -> SharedTlsKey.read(Path.of(file), revealed(keystore)))
                .ifPresent(builder::tls);
        witness.ifPresent(builder::witness);
        return builder.build();
    }

    /** As bully nodes settle it among themselves: the higher of equally preferred ids leads. */
    private static Succession succession(BullySettings settings) {
        return new Succession(
                settings.priority(),
                settings.part() != MemberRole.WITNESS,
                settings.order().reversed());
    }

    private static Duration requestTimeout(EffectiveConfig values) {
        return values.get(values.isSet(TIMEOUT) ? TIMEOUT : HEARTBEAT);
    }

    private static BullySettings settings(EffectiveConfig values) {
        BullySettings usual = BullySettings.every(values.get(HEARTBEAT));
        return usual.toBuilder()
                .misses(values.get(MISSES))
                .margin(values.isSet(MARGIN) ? values.get(MARGIN) : usual.margin())
                .requestTimeout(requestTimeout(values))
                .electionTimeout(
                        values.isSet(ELECTION_TIMEOUT) ? values.get(ELECTION_TIMEOUT) : usual.electionTimeout())
                .removeAfter(values.isSet(REMOVE_AFTER) ? Optional.of(values.get(REMOVE_AFTER)) : Optional.empty())
                .quorum(values.get(QUORUM))
                .order(values.get(ORDER))
                .priority(new Priority(values.get(PRIORITY)))
                .part(values.get(PART))
                .build();
    }

    private static List<DirectoryMember> members(BullyElector elector) {
        return elector.view().peers().stream()
                .filter(BullyClusterView.Peer::isProcess)
                .map(it -> DirectoryMember.ofId(it.id(), it.alive()))
                .toList();
    }
}
