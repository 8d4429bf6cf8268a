// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import java.util.Objects;

/**
 * How elections run on a database. The parts validate themselves: {@link LeaseTerms} checks the timings against each
 * other, {@link TableNames} that names are plain identifiers.
 *
 * @param createSchema whether missing tables are created at the start, which needs the grant
 * @param unsafeLostCommits whether to accept a database that loses committed rows in a crash; two nodes may then lead
 *     at once, under the same epoch
 */
public record SqlSettings(LeaseTerms terms, TableNames tables, boolean createSchema, boolean unsafeLostCommits) {
    public static final SqlSettings DEFAULT = new SqlSettings(LeaseTerms.DEFAULT, TableNames.DEFAULT, false, false);

    public SqlSettings {
        Objects.requireNonNull(terms, "terms");
        Objects.requireNonNull(tables, "tables");
    }

    /** Returns settings with a lease of this length, and timings that suit it. */
    public SqlSettings withLease(Duration lease) {
        return withTerms(LeaseTerms.of(lease));
    }

    public SqlSettings withTerms(LeaseTerms chosen) {
        return new SqlSettings(chosen, tables, createSchema, unsafeLostCommits);
    }

    public SqlSettings withTables(TableNames chosen) {
        return new SqlSettings(terms, chosen, createSchema, unsafeLostCommits);
    }

    public SqlSettings withCreateSchema() {
        return new SqlSettings(terms, tables, true, unsafeLostCommits);
    }

    /**
     * Returns settings for this cluster, whose elections are separate from those of other clusters in the same tables.
     */
    public SqlSettings withCluster(String name) {
        return withTables(tables.withCluster(name));
    }

    /**
     * Returns settings that accept a database that loses committed rows in a crash. <b>Two nodes may then lead at once,
     * under the same epoch</b>, which no fence can tell apart; the elector's guarantee is weaker.
     */
    public SqlSettings withUnsafeLostCommits() {
        return new SqlSettings(terms, tables, createSchema, true);
    }

    /** The pause between reads of standbys, so that those of many elections go together. */
    Duration lookPause() {
        return terms.requestTimeout().dividedBy(8);
    }
}
