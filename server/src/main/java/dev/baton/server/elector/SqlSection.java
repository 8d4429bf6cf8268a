// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.Baton;
import dev.baton.peer.PeerChannel;
import dev.baton.peer.PeerSettings;
import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.Problems;
import dev.baton.server.config.Secret;
import dev.baton.server.config.SecretKeys;
import dev.baton.server.directory.Directory;
import dev.baton.server.directory.DirectoryMember;
import dev.baton.server.directory.SqlDirectory;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.sql.SqlDatabase;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlElectorFactory;
import dev.baton.sql.SqlSettings;
import dev.baton.sql.TableNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Elections on a SQL database. */
final class SqlSection implements ElectorSection {
    private static final ConfigKey<String> URL = ConfigKey.of(
            "elector.sql.url",
            KeyType.text().shownAs(SqlSection::withoutSecrets),
            "",
            "JDBC URL of a PostgreSQL, MariaDB, MySQL or H2 database");
    private static final ConfigKey<String> USER = ConfigKey.of("elector.sql.user", KeyType.text(), "", "database user");
    private static final SecretKeys PASSWORD = SecretKeys.of("elector.sql.password", "password of the database user");
    private static final ConfigKey<String> TABLE_PREFIX =
            ConfigKey.of("elector.sql.table_prefix", KeyType.text(), "baton_", "prefix of the table names");
    private static final ConfigKey<Boolean> CREATE_SCHEMA =
            ConfigKey.of("elector.sql.create_schema", KeyType.bool(), true, "create missing tables; needs the grant");
    private static final ConfigKey<Boolean> UNSAFE_LOST_COMMITS = ConfigKey.of(
            "elector.sql.unsafe_lost_commits",
            KeyType.bool(),
            false,
            "use a database that forgets committed rows in a crash: TWO MAY THEN LEAD AT ONCE, UNDER ONE EPOCH");
    private static final LeaseKeys LEASE = new LeaseKeys("elector.sql", LeaseTerms.DEFAULT);
    private static final PeerKeys PEER = new PeerKeys("elector.sql");

    static String withoutSecrets(String url) {
        return url.startsWith("jdbc:") ? SqlDatabase.at(url).toString() : url.isEmpty() ? "" : Secret.HIDDEN;
    }

    @Override
    public String type() {
        return "sql";
    }

    @Override
    public List<ConfigKey<?>> keys() {
        List<ConfigKey<?>> keys = new ArrayList<>(List.of(URL, USER));
        keys.addAll(PASSWORD.keys());
        keys.addAll(List.of(TABLE_PREFIX, CREATE_SCHEMA, UNSAFE_LOST_COMMITS));
        keys.addAll(LEASE.keys());
        keys.addAll(PEER.keys());
        return keys;
    }

    @Override
    public Chosen read(EffectiveConfig values, Identity node, Problems problems) {
        Optional<Supplier<Secret>> password = PASSWORD.read(values, problems);
        Optional<SqlDatabase> database = problems.collect(
                values.origin(URL),
                () -> SqlDatabase.at(
                        values.get(URL),
                        values.get(USER),
                        () -> password.map(it -> it.get().reveal()).orElse("")));
        Optional<TableNames> tables = problems.collect(
                values.origin(TABLE_PREFIX),
                () -> TableNames.withPrefix(values.get(TABLE_PREFIX)).withCluster(node.cluster()));
        Optional<LeaseTerms> terms = problems.collect(values.origin(LEASE.lease()), () -> LEASE.read(values));
        Optional<PeerSettings> peers = PEER.read(values, node, problems);
        if (database.isEmpty() || tables.isEmpty() || terms.isEmpty()) {
            return new InvalidElectorConfig();
        }
        SqlSettings settings =
                new SqlSettings(terms.get(), tables.get(), values.get(CREATE_SCHEMA), values.get(UNSAFE_LOST_COMMITS));
        return new OnDatabase(database.get(), settings, peers, values.get(TABLE_PREFIX), node);
    }

    private record OnDatabase(
            SqlDatabase database, SqlSettings settings, Optional<PeerSettings> peers, String prefix, Identity node)
            implements Chosen {
        @Override
        public ElectorFactory<?> elector(Consumer<Duration> renewals) {
            SqlElectorFactory elector =
                    SqlElector.on(database).settings(settings).timing(renewals);
            return peers.map(it -> elector.watching(PeerChannel.on(it))).orElse(elector);
        }

        @Override
        public Optional<Duration> certainty() {
            return Optional.of(settings.terms().certainty());
        }

        @Override
        public Optional<SqlBackend> sql() {
            return Optional.of(new SqlBackend(database, settings, peers.isPresent()));
        }

        @Override
        public Optional<Directory> directory(Supplier<DirectoryMember> self, Baton baton) {
            return Optional.of(SqlDirectory.start(
                    database, prefix + "node", node.cluster(), settings.createSchema(), self, System::nanoTime));
        }
    }
}
