// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.directory;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.SqlDatabase;
import dev.baton.testkit.docs.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SqlDirectoryTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final AtomicLong clock = new AtomicLong();
    private final SqlDatabase database = SqlDatabase.at("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    private final List<SqlDirectory> started = new ArrayList<>();

    @AfterEach
    void stop() {
        started.forEach(SqlDirectory::close);
    }

    private SqlDirectory start(String id, String cluster) {
        DirectoryMember self =
                new DirectoryMember(id, id + "-1", Optional.of("http://" + id), "z", 3, "1.0", Duration.ZERO);
        SqlDirectory directory = SqlDirectory.start(database, "baton_node", cluster, true, () -> self, clock::get);
        started.add(directory);
        return directory;
    }

    private SqlDirectory startProcess(String id, String incarnation) {
        DirectoryMember self = new DirectoryMember(id, incarnation, Optional.empty(), "z", 3, "1.0", Duration.ZERO);
        SqlDirectory directory = SqlDirectory.start(database, "baton_node", "one", true, () -> self, clock::get);
        started.add(directory);
        return directory;
    }

    @Test
    void twoLiveProcessesWithOneIdAreFound() {
        SqlDirectory one = startProcess("a", "a-1");
        SqlDirectory other = startProcess("a", "a-2");
        SqlDirectory third = start("b", "one");

        eventually("a-2 is found", PATIENCE, () -> one.duplicate().equals(Optional.of("a-2")), one::others);
        eventually("a-1 is found", PATIENCE, () -> other.duplicate().equals(Optional.of("a-1")), other::others);
        assertThat(third.duplicate()).isEmpty();
        other.close();
        eventually("a-2 is gone", PATIENCE, () -> one.duplicate().isEmpty(), one::others);
    }

    private static void sees(SqlDirectory directory, String... ids) {
        eventually(
                "others are " + List.of(ids),
                PATIENCE,
                () -> directory.others().stream()
                        .map(DirectoryMember::id)
                        .toList()
                        .equals(List.of(ids)),
                directory::others);
    }

    @Test
    void nodesOfOneClusterFindEachOther() {
        SqlDirectory a = start("a", "one");
        SqlDirectory b = start("b", "one");
        SqlDirectory stranger = start("c", "two");

        sees(a, "b");
        sees(b, "a");
        sees(stranger);
        assertThat(a.others()).singleElement().satisfies(it -> {
            assertThat(it.admin()).contains("http://b");
            assertThat(it.incarnation()).isEqualTo("b-1");
            assertThat(it.weight()).isEqualTo(3);
        });
    }

    @Test
    void whoLeavesIsGoneAtOnce() {
        SqlDirectory a = start("a", "one");
        SqlDirectory b = start("b", "one");
        sees(a, "b");

        b.close();

        sees(a);
    }

    @Test
    void theTableOfTheDocumentServes() throws IOException, SQLException {
        String shown = CodeBlock.in("docs/server.md", Files.readString(Path.of("..", "docs", "server.md"))).stream()
                .map(CodeBlock::text)
                .filter(it -> it.startsWith("CREATE TABLE baton_node "))
                .findFirst()
                .orElseThrow();
        try (Connection connection = database.open(PATIENCE);
                Statement statement = connection.createStatement()) {
            statement.execute(shown);
        }

        sees(startOnTablesThatAreThere("a"));
        sees(startOnTablesThatAreThere("b"), "a");
    }

    private SqlDirectory startOnTablesThatAreThere(String id) {
        DirectoryMember self = new DirectoryMember(id, id + "-1", Optional.empty(), "z", 3, "1.0", Duration.ZERO);
        SqlDirectory directory = SqlDirectory.start(database, "baton_node", "one", false, () -> self, clock::get);
        started.add(directory);
        return directory;
    }

    @Test
    void whoDiesFadesAndIsForgotten() throws SQLException {
        NodeTable table = new NodeTable("baton_node", "one");
        try (Connection connection = database.open(PATIENCE)) {
            table.create(connection);
            table.beat(connection, new NodeRow("dead", "dead-1", "http://dead", "", 1, "1.0", 5));
        }
        SqlDirectory a = start("a", "one");
        sees(a, "dead");

        clock.addAndGet(Duration.ofMinutes(1).toNanos());
        eventually(
                "silent for a minute",
                PATIENCE,
                () -> a.others().stream().anyMatch(it -> it.silent().equals(Duration.ofMinutes(1))),
                a::others);

        clock.addAndGet(SqlDirectory.FORGOTTEN.toNanos());
        sees(a);
    }
}
