// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.core.Incarnation;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
import dev.baton.core.UnavailableException;
import dev.baton.elector.Priority;
import dev.baton.lease.LeaseToken;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * The third voter of two nodes, without a process: a row of table {@code baton_witness} in PostgreSQL or H2.
 * Each node casts the witness's vote itself, by replacing the row. All nodes of a cluster are told the same one.
 */
public final class SqlWitness {
    static final NodeId ID = NodeId.of("sql-witness");
    /** Nobody listens there: a node that was not told of the witness takes it for dead. */
    static final Address ADDRESS = new Address("sql-witness.invalid", 1);

    private static final Node PROCESS = new Node(ID, new Incarnation(2));
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final int TRIES = 5;

    private final DataSource database;
    private final String name;
    private final RandomGenerator chance = new SecureRandom();

    private SqlWitness(DataSource database, String name) {
        this.database = Objects.requireNonNull(database, "database");
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
        return new SqlWitness(database, name);
    }

    static boolean is(Member member) {
        return member.address().equals(ADDRESS);
    }

    /** The witness as a member of a cluster that is being formed. */
    static Member member(Mark mark) {
        return new Member(ID, mark, ADDRESS, Priority.DEFAULT, Part.WITNESS);
    }

    /**
     * Blocks. What it throws leaves open whether the witness has heard the request.
     *
     * @param formed the membership that the sender goes by, if nobody has led it yet: only then may the row be missing,
     *     since a witness that has lost its memory must not vote
     */
    Envelope hear(Envelope request, Optional<Membership> formed, int timeoutSeconds) throws SQLException {
        try (Connection connection = database.getConnection()) {
            WitnessTable table = open(connection, formed, timeoutSeconds);
            for (int i = 0; i < TRIES; i++) {
                WitnessTable.Row row = present(table);
                WitnessState state = WitnessState.read(row.state());
                requireSame(state, request.cluster());
                WitnessVoter.Said said = WitnessVoter.hear(ID, state, request, row.now());
                if (said.state().equals(state)
                        || table.replace(row.version(), said.state().write(), token())) {
                    Membership known = said.state().membership();
                    return new Envelope(
                            known.cluster(),
                            PROCESS,
                            state.mark(),
                            ADDRESS,
                            row.version(),
                            known.stamp(),
                            said.answers());
                }
            }
            throw new UnavailableException("others were faster " + TRIES + " times");
        }
    }

    /** Blocks. Also makes the row, since a witness that does not live is not asked for a vote. */
    Status status(Optional<Membership> formed, int timeoutSeconds) throws SQLException {
        try (Connection connection = database.getConnection()) {
            WitnessTable table = open(connection, formed, timeoutSeconds);
            WitnessState state = WitnessState.read(present(table).state());
            return new Status(
                    state.membership().cluster(),
                    PROCESS,
                    state.mark(),
                    state.membership().stamp());
        }
    }

    private WitnessTable open(Connection connection, Optional<Membership> formed, int timeoutSeconds)
            throws SQLException {
        WitnessTable table = new WitnessTable(connection, name, timeoutSeconds);
        if (formed.isPresent()) {
            begin(table, formed.get());
        }
        return table;
    }

    private void begin(WitnessTable table, Membership formed) throws SQLException {
        Optional<Member> witness = formed.find(ID);
        table.create();
        if (witness.isPresent() && table.read().isEmpty()) {
            WitnessState begun = WitnessState.begun(witness.get().mark(), formed, table.now());
            table.insert(begun.write(), token());
        }
    }

    private static WitnessTable.Row present(WitnessTable table) throws SQLException {
        return table.read().orElseThrow(() -> new UnavailableException("there is no such row"));
    }

    private static void requireSame(WitnessState state, String cluster) {
        if (!state.membership().cluster().equals(cluster)) {
            throw new UnavailableException("the row belongs to another cluster");
        }
    }

    private String token() {
        return LeaseToken.random(chance).toString();
    }

    @Override
    public String toString() {
        return "SQL witness " + name;
    }
}
