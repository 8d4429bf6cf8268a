// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.bully.internal.witness.WitnessClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * The third voter of two nodes, without a process: a row of table {@code baton_witness} in PostgreSQL, MySQL, MariaDB
 * or H2. Each node casts the witness's vote itself, by replacing the row. All nodes of a cluster use the same row.
 */
public final class SqlWitness {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private static final int MAX_KEPT = 2;

    private final Opener opener;
    private final int kept;
    private final String name;

    /** Opens a connection, within a bounded time. */
    public interface Opener {
        Connection open() throws SQLException;
    }

    private SqlWitness(Opener opener, int kept, String name) {
        this.opener = Objects.requireNonNull(opener, "opener");
        this.kept = kept;
        this.name = name;
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the name of a witness has 1 to 64 of A-Z, a-z, 0-9, '.', '_' and '-'");
        }
    }

    /**
     * @param database asked for a connection at every vote, so use a pool
     * @param name of the row; each cluster has its own
     */
    public static SqlWitness in(DataSource database, String name) {
        return new SqlWitness(Objects.requireNonNull(database, "database")::getConnection, 0, name);
    }

    /**
     * A witness that keeps a connection or two from one vote to the next, until its elector is closed.
     *
     * @param name of the row; each cluster has its own
     */
    public static SqlWitness keeping(Opener opener, String name) {
        return new SqlWitness(opener, MAX_KEPT, name);
    }

    /** Opens access to the row, with separate connections: an elector may be started more than once. */
    WitnessClient open() {
        return new WitnessClient(opener, kept, name);
    }

    @Override
    public String toString() {
        return "SQL witness " + name;
    }
}
