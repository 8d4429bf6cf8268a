// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.witness;

import dev.baton.bully.SqlWitness;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.NodeStatus;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A node's way to the row of its witness. From any thread. */
public final class WitnessClient implements AutoCloseable {
    private final WitnessConnections connections;
    private final String name;
    private final RandomGenerator chance = new SecureRandom();

    /** @param kept how many connections are kept from one question to the next */
    public WitnessClient(SqlWitness.Opener opener, int kept, String name) {
        this.connections = new WitnessConnections(opener, kept);
        this.name = name;
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
    public NodeStatus status(String cluster, Optional<Membership> formed, int timeoutSeconds) throws SQLException {
        return connections.with(connection -> in(connection, timeoutSeconds).status(cluster, formed));
    }

    private RowWitness in(Connection connection, int timeoutSeconds) throws SQLException {
        return new RowWitness(new WitnessTable(connection, name, timeoutSeconds), chance);
    }

    /** Closes its connections, and opens no more. */
    @Override
    public void close() {
        connections.close();
    }

    @Override
    public String toString() {
        return "SQL witness " + name;
    }
}
