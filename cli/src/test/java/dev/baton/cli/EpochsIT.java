// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.cli.lab.LabDatabase;
import dev.baton.sql.SqlDatabase;
import dev.baton.sql.SqlSchema;
import dev.baton.sql.TableNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Epochs of a database that was restored are seen, and raised above what a fence has seen. */
@Timeout(120)
class EpochsIT {
    private static final ElectionName NIGHTLY = ElectionName.of("nightly");

    @TempDir
    private Path folder;

    private LabDatabase database;
    private SqlSchema schema;
    private Path config;

    @BeforeEach
    void start() throws IOException {
        database = LabDatabase.start(folder);
        schema = new SqlSchema(
                SqlDatabase.at(database.url(), "sa", () -> "canary-password"),
                TableNames.DEFAULT.withCluster("billing"));
        schema.create();
        schema.repairEpoch(NIGHTLY, Epoch.of(7));
        config = Files.writeString(folder.resolve("node.yml"), """
                node: {id: a, cluster: billing}
                elector:
                  type: sql
                  sql: {url: "%s", user: sa, password: canary-password}
                elections: [{name: nightly}]
                """.formatted(database.url()));
    }

    @AfterEach
    void end() {
        database.close();
    }

    private final CommandLab lab = new CommandLab();

    private int epochs(String... arguments) {
        return lab.run(Stream.concat(
                        Stream.concat(Stream.of("epochs"), Stream.of(arguments)), Stream.of("-c", config.toString()))
                .toArray(String[]::new));
    }

    private Epoch highest() {
        return schema.epochs().get(0).highest();
    }

    @Test
    void theyAreShown() throws IOException {
        assertThat(epochs("show", "--json")).as(lab.err()).isZero();

        JsonNode shown = JsonOutput.parse(lab.out()).path("elections");
        assertThat(shown).hasSize(1);
        assertThat(shown.get(0).path("election").asText()).isEqualTo("nightly");
        assertThat(shown.get(0).path("highest").asLong()).isEqualTo(7);
    }

    @Test
    void oneIsRaisedAndNeverLowered() {
        assertThat(epochs("raise", "nightly", "4711", "--yes")).as(lab.err()).isZero();
        assertThat(highest()).isEqualTo(Epoch.of(4711));

        assertThat(epochs("raise", "nightly", "12", "--yes")).isZero();
        assertThat(lab.out()).contains("is at epoch 4711 now; it was at 7", "is at epoch 4711 already");
        assertThat(highest()).isEqualTo(Epoch.of(4711));
    }

    @Test
    void nothingIsRaisedUnlessItIsConfirmed() {
        assertThat(epochs("raise", "nightly", "4711")).isEqualTo(ExitCode.REFUSED.number());

        assertThat(lab.err()).contains("--yes");
        assertThat(highest()).isEqualTo(Epoch.of(7));
    }

    @Test
    void whatIsNoEpochIsAskedWrongly() {
        assertThat(epochs("raise", "nightly", "-1", "--yes")).isEqualTo(ExitCode.USAGE.number());
        assertThat(epochs("raise", "Not A Name", "5", "--yes")).isEqualTo(ExitCode.USAGE.number());
    }
}
