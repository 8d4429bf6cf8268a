// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.CandidateSettings;
import dev.baton.bully.Address;
import dev.baton.bully.BullyConfiguration;
import dev.baton.bully.BullyElector;
import dev.baton.bully.BullySettings;
import dev.baton.bully.ClusterView;
import dev.baton.bully.Credentials;
import dev.baton.bully.IdOrder;
import dev.baton.bully.JoinPolicy;
import dev.baton.bully.Part;
import dev.baton.bully.SqlWitness;
import dev.baton.bully.TlsKey;
import dev.baton.peer.PeerSettings;
import dev.baton.quorum.Quorum;
import dev.baton.server.config.Key;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.Problems;
import dev.baton.server.config.Secret;
import dev.baton.server.config.SecretKeys;
import dev.baton.server.config.Values;
import dev.baton.server.directory.ElectorDirectory;
import dev.baton.server.directory.Member;
import dev.baton.server.view.Succession;
import dev.baton.spi.Priority;
import dev.baton.sql.SqlDatabase;
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

    private static final Key<String> BIND =
            Key.of(PREFIX + "bind", KeyType.text(), "127.0.0.1:2222", "host:port to listen on");
    private static final Key<String> ADVERTISE = Key.derived(
            PREFIX + "advertise", KeyType.text(), "", "that of bind", "host:port by which other nodes reach this one");
    private static final Key<List<String>> JOIN = Key.of(
            PREFIX + "join",
            KeyType.texts(),
            List.of(),
            "host:port of some members, for a node that remembers no cluster");
    private static final Key<Boolean> FORM = Key.of(
            PREFIX + "form",
            KeyType.bool(),
            false,
            "forms a new cluster, unless the node remembers one; for the first start of the first node only");
    private static final Key<String> STATE = Key.derived(
            PREFIX + "state_folder",
            KeyType.text(),
            "",
            "baton-bully-NODE",
            "keeps the membership and the epochs; on a disk that survives a restart");
    private static final Key<String> USER = Key.of(PREFIX + "user", KeyType.text(), "", "that all nodes share");
    private static final SecretKeys PASSWORD = SecretKeys.of(PREFIX + "password", "that all nodes share");
    private static final Key<Duration> HEARTBEAT =
            Key.of(PREFIX + "heartbeat", KeyType.duration(), DEFAULTS.heartbeat(), "how often a leader is heard");
    private static final Key<Integer> MISSES = Key.of(
            PREFIX + "misses",
            KeyType.number(2, 20),
            DEFAULTS.misses(),
            "how many heartbeats may be missed before a leader is replaced");
    private static final Key<Duration> MARGIN =
            derived("margin", "half a heartbeat", "how much earlier than the others a leader considers its time over");
    private static final Key<Duration> TIMEOUT =
            derived("request_timeout", "a heartbeat", "how long an answer is waited for");
    private static final Key<Duration> ELECTION_TIMEOUT = derived(
            "election_timeout", "two heartbeats", "how long an election is left to a higher node that says it stands");
    private static final Key<Duration> REMOVE_AFTER =
            derived("remove_after", "never", "how long a dead node stays a member");
    private static final Key<Quorum> QUORUM = Key.of(
            PREFIX + "quorum",
            KeyType.oneOf(Quorum.class),
            Quorum.MAJORITY,
            "none lets EACH SIDE OF A PARTITION elect a leader of its own");
    private static final Key<IdOrder> ORDER = Key.of(
            PREFIX + "id_order", KeyType.oneOf(IdOrder.class), IdOrder.NATURAL, "which of two ids is the higher one");
    private static final Key<Integer> PRIORITY = Key.of(
            PREFIX + "priority",
            KeyType.number(Priority.MIN, Priority.MAX),
            Priority.DEFAULT.value(),
            "goes before the id");
    private static final Key<Part> PART = Key.of(
            PREFIX + "part",
            KeyType.oneOf(Part.class),
            Part.FULL,
            "witness votes and never leads; candidate leads only");
    private static final Key<List<String>> NETWORKS = Key.of(
            PREFIX + "join_networks",
            KeyType.texts(),
            List.of(),
            "networks, as in 10.0.0.0/8, whose addresses a joining node may name beside its own");
    private static final Key<String> LOCK_FOLDER = Key.of(
            PREFIX + "lock_folder",
            KeyType.text(),
            PeerSettings.DEFAULT_LOCK_FOLDER.toString(),
            "shared by the nodes of one host; in it the end of a process is seen");
    private static final Key<String> TLS_KEYSTORE = Key.of(
            PREFIX + "tls.keystore",
            KeyType.text(),
            "",
            "PKCS#12 file with the key that all nodes share; switches TLS on");
    private static final SecretKeys TLS_PASSWORD =
            SecretKeys.of(PREFIX + "tls.keystore_password", "password of the keystore");

    private static Key<Duration> derived(String name, String fallback, String about) {
        return Key.derived(PREFIX + name, KeyType.duration(), Duration.ZERO, fallback, about);
    }

    @Override
    public String type() {
        return "bully";
    }

    @Override
    public List<Key<?>> keys() {
        List<Key<?>> keys = new ArrayList<>(List.of(BIND, ADVERTISE, JOIN, FORM, STATE, USER));
        keys.addAll(PASSWORD.keys());
        keys.addAll(List.of(
                HEARTBEAT, MISSES, MARGIN, TIMEOUT, ELECTION_TIMEOUT, REMOVE_AFTER, QUORUM, ORDER, PRIORITY, PART));
        keys.addAll(List.of(NETWORKS, LOCK_FOLDER, TLS_KEYSTORE));
        keys.addAll(TLS_PASSWORD.keys());
        keys.addAll(WitnessKeys.all());
        return keys;
    }

    @Override
    public Chosen read(Values values, Identity node, Problems problems) {
        Optional<Supplier<Secret>> password = PASSWORD.read(values, problems);
        Optional<Supplier<Secret>> keystore = TLS_PASSWORD.read(values, problems);
        Optional<SqlDatabase> database = WitnessKeys.database(values, problems);
        Optional<SqlWitness> witness =
                database.flatMap(it -> WitnessKeys.witness(it, values, node, requestTimeout(values), problems));
        return problems.collect("elector.bully", () -> configuration(values, node, password, keystore, witness))
                .<Chosen>map(it -> new AmongNodes<>(
                        BullyElector.with(it),
                        BullyElector.class,
                        new AmongNodes.Traits(
                                settings(values).terms().certainty(),
                                CandidateSettings.defaults().takeoverDelay(),
                                succession(settings(values)),
                                Needs.folder(it.state()).port(it.listen()).witness(database)),
                        BullySection::members))
                .orElseGet(Unusable::new);
    }

    private static BullyConfiguration configuration(
            Values values,
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
                .map(file -> TlsKey.read(
                        Path.of(file),
                        keystore.map(it -> it.get().reveal()).orElse("").toCharArray()))
                .ifPresent(builder::tls);
        witness.ifPresent(builder::witness);
        return builder.build();
    }

    /** As bully nodes settle it among themselves: the higher of equally preferred ids leads. */
    private static Succession succession(BullySettings settings) {
        return new Succession(
                settings.priority(),
                settings.part() != Part.WITNESS,
                settings.order().reversed());
    }

    private static Duration requestTimeout(Values values) {
        return values.get(values.isSet(TIMEOUT) ? TIMEOUT : HEARTBEAT);
    }

    private static BullySettings settings(Values values) {
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

    private static List<Member> members(BullyElector elector) {
        return elector.view().peers().stream()
                .filter(ClusterView.Peer::isProcess)
                .map(it -> ElectorDirectory.member(it.id(), it.alive()))
                .toList();
    }
}
