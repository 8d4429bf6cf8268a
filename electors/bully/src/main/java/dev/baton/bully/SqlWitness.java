// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.NodeId;
import dev.baton.spi.Priority;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * The third voter of two nodes, without a process: a row of table {@code baton_witness} in PostgreSQL, MySQL,
 * MariaDB or H2. Each node casts the witness's vote itself, by replacing the row. All nodes of a cluster are told the same
 * one.
 */
public final class SqlWitness {
    static final NodeId ID = NodeId.of("sql-witness");
    /** Nobody listens there: a node that was not told of the witness takes it for dead. */
    static final Address ADDRESS = new Address("sql-witness.invalid", 1);

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private static final int MAX_KEPT = 2;

    private final Opener opener;
    private final int kept;
    private final WitnessConnections connections;
    private final String name;
    private final RandomGenerator chance = new SecureRandom();

    /** Opens a connection, within a bounded time. */
    public interface Opener {
        Connection open() throws SQLException;
    }

    private SqlWitness(Opener opener, int kept, String name) {
        this.opener = Objects.requireNonNull(opener, "opener");
        this.kept = kept;
        this.connections = new WitnessConnections(opener, kept);
        this.name = name;
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the name of a witness has 1 to 64 of A-Z, a-z, 0-9, '.', '_' and '-'");
        }
    }

    /**
     * @param database asked for a connection at every vote, so one that keeps some is best
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

    static boolean is(BullyMember member) {
        return member.address().equals(ADDRESS);
    }

    /** The witness as a member of a cluster that is being formed. */
    static BullyMember member(StateId mark) {
        return new BullyMember(ID, mark, ADDRESS, Priority.DEFAULT, MemberRole.WITNESS);
    }

    /**
     * Blocks. What it throws leaves open whether the witness has heard the request.
     *
     * @param formed the membership that the sender goes by, if nobody has led it yet: only then may the row be missing,
     *     since a witness that has lost its memory must not vote
     */
    Envelope hear(Envelope request, Optional<Membership> formed, int timeoutSeconds) throws SQLException {
        return connections.with(connection -> in(connection, timeoutSeconds).hear(request, formed));
    }

    /** Blocks. Also makes the row, since a witness that does not live is not asked for a vote. */
    NodeStatus status(String cluster, Optional<Membership> formed, int timeoutSeconds) throws SQLException {
        return connections.with(connection -> in(connection, timeoutSeconds).status(cluster, formed));
    }

    private RowWitness in(Connection connection, int timeoutSeconds) throws SQLException {
        return new RowWitness(new WitnessTable(connection, name, timeoutSeconds), chance);
    }

    /** The same witness, with connections of its own until {@link #end}: an elector may be started more than once. */
    SqlWitness begun() {
        return new SqlWitness(opener, kept, name);
    }

    /** Closes the connections that it keeps, and keeps none any more. */
    void end() {
        connections.close();
    }

    @Override
    public String toString() {
        return "SQL witness " + name;
    }
}
