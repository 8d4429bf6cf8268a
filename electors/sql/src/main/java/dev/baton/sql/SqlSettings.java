// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.lease.LeaseTerms;
import dev.baton.sql.dialect.TableNames;
import java.time.Duration;
import java.util.Objects;

/**
 * How elections run on a database. The parts check themselves: {@link LeaseTerms} the timings against each other,
 * {@link TableNames} that names are plain identifiers.
 *
 * @param createSchema whether tables that are missing are created at the start, which needs the grant to do so
 */
public record SqlSettings(LeaseTerms terms, TableNames tables, boolean createSchema) {
    public static final SqlSettings DEFAULT = new SqlSettings(LeaseTerms.DEFAULT, TableNames.DEFAULT, false);

    public SqlSettings {
        Objects.requireNonNull(terms, "terms");
        Objects.requireNonNull(tables, "tables");
    }

    /** With a lease of this length, and timings that suit it. */
    public SqlSettings withLease(Duration lease) {
        return withTerms(LeaseTerms.of(lease));
    }

    public SqlSettings withTerms(LeaseTerms chosen) {
        return new SqlSettings(chosen, tables, createSchema);
    }

    public SqlSettings withTables(TableNames chosen) {
        return new SqlSettings(terms, chosen, createSchema);
    }

    public SqlSettings withCreateSchema() {
        return new SqlSettings(terms, tables, true);
    }

    /** The longest that a batch of requests may take: an answer is of use only within the request timeout. */
    Duration budget() {
        return terms.requestTimeout().multipliedBy(3).dividedBy(4);
    }

    /** How far apart looks of standbys are sent, so that those of many elections go together. */
    Duration lookPause() {
        return terms.requestTimeout().dividedBy(8);
    }

    /** The longest that one statement may take on the server: short enough that its error still arrives in time. */
    Duration longestStatement() {
        return budget().multipliedBy(3).dividedBy(5);
    }
}
