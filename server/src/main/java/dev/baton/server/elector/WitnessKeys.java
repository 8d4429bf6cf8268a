// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.bully.SqlWitness;
import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.Problems;
import dev.baton.server.config.Secret;
import dev.baton.server.config.SecretKeys;
import dev.baton.sql.SqlDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The keys of the row in a database that is the third voter of two bully nodes. */
final class WitnessKeys {
    private static final String PREFIX = "elector.bully.witness.";
    private static final ConfigKey<String> URL = ConfigKey.of(
            PREFIX + "url",
            KeyType.text().shownAs(SqlSection::withoutSecrets),
            "",
            "JDBC URL of a PostgreSQL, MariaDB, MySQL or H2 database with a row that votes; for two nodes");
    private static final ConfigKey<String> USER = ConfigKey.of(PREFIX + "user", KeyType.text(), "", "database user");
    private static final SecretKeys PASSWORD = SecretKeys.of(PREFIX + "password", "password of the database user");
    private static final ConfigKey<String> ROW = ConfigKey.derived(
            PREFIX + "row",
            KeyType.text(),
            "",
            "that of node.cluster",
            "name of the row; the same on all nodes, and another for each cluster");

    private WitnessKeys() {}

    static List<ConfigKey<?>> all() {
        List<ConfigKey<?>> keys = new ArrayList<>(List.of(URL, USER));
        keys.addAll(PASSWORD.keys());
        keys.add(ROW);
        return keys;
    }

    static Optional<SqlDatabase> database(EffectiveConfig values, Problems problems) {
        Optional<Supplier<Secret>> password = PASSWORD.read(values, problems);
        if (values.get(URL).isEmpty()) {
            if (!values.get(USER).isEmpty() || password.isPresent() || values.isSet(ROW)) {
                problems.add(values.origin(URL), "is missing: without it there is no witness");
            }
            return Optional.empty();
        }
        return problems.collect(
                values.origin(URL),
                () -> SqlDatabase.at(
                        values.get(URL),
                        values.get(USER),
                        () -> password.map(it -> it.get().reveal()).orElse("")));
    }

    /** @param patience how long a connection may take to open */
    static Optional<SqlWitness> witness(
            SqlDatabase database,
            EffectiveConfig values,
            ElectorSection.Identity node,
            Duration patience,
            Problems problems) {
        String row = values.isSet(ROW) ? values.get(ROW) : node.cluster();
        return problems.collect(values.origin(ROW), () -> SqlWitness.keeping(() -> database.open(patience), row));
    }
}
