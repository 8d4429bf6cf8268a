// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which connections are kept, and which are closed. */
class WitnessConnectionsTest {
    private final List<Connection> opened = new ArrayList<>();
    private final WitnessConnections connections = new WitnessConnections(this::open, 1);

    private Connection open() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
        opened.add(connection);
        return connection;
    }

    @AfterEach
    void close() throws SQLException {
        for (Connection connection : opened) {
            connection.close();
        }
    }

    @Test
    void oneThatWorkedIsUsedAgain() throws SQLException {
        Connection first = connections.with(connection -> connection);

        assertThat(connections.<Connection>with(connection -> connection)).isSameAs(first);
        assertThat(first.isClosed()).isFalse();
    }

    @Test
    void oneThatFailedIsClosed() throws SQLException {
        assertThatThrownBy(() -> connections.with(connection -> {
                    throw new SQLException("broken");
                }))
                .hasMessage("broken");

        assertThat(opened.get(0).isClosed()).isTrue();
        assertThat(connections.<Connection>with(connection -> connection)).isSameAs(opened.get(1));
    }

    @Test
    void noMoreAreKeptThanAllowed() throws SQLException {
        connections.with(outer -> connections.<Connection>with(inner -> inner));

        assertThat(opened).hasSize(2);
        assertThat(opened.get(0).isClosed()).as("the one that was done last").isTrue();
        assertThat(opened.get(1).isClosed()).isFalse();
    }

    @Test
    void afterTheEndNothingIsKept() throws SQLException {
        connections.with(underWay -> {
            connections.close();
            return underWay;
        });

        assertThat(opened.get(0).isClosed()).isTrue();
    }
}
