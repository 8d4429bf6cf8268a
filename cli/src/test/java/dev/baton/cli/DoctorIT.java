// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.lab.LabDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is broken is found, and named with what to change. */
@Timeout(120)
class DoctorIT {
    @TempDir
    private Path folder;

    private LabDatabase database;

    @BeforeEach
    void start() {
        database = LabDatabase.start(folder);
    }

    @AfterEach
    void end() {
        database.close();
    }

    private static String level(JsonNode answer, String check) {
        return StreamSupport.stream(answer.path("checks").spliterator(), false)
                .filter(it -> it.path("check").asText().equals(check))
                .map(it -> it.path("level").asText())
                .reduce("", (one, other) -> other.equals("FAIL") ? other : one.isEmpty() ? other : one);
    }

    /** What the doctor said. */
    private record Result(int exit, String out) {
        JsonNode json() throws IOException {
            return JsonOutput.parse(out);
        }
    }

    private static Result doctor(String... arguments) {
        CommandLab lab = new CommandLab().with("BATON_DB_USER", "sa").with("BATON_DB_PASSWORD", "canary-password");
        int exit = lab.run(Stream.concat(Stream.of("doctor", "--json"), Stream.of(arguments))
                .toArray(String[]::new));
        assertThat(lab.out() + lab.err()).doesNotContain("canary-password");
        return new Result(exit, lab.out());
    }

    @Test
    void aDatabaseWithoutTablesIsNotReady() throws IOException {
        Result said = doctor("--url", database.url());

        assertThat(said.exit()).as(said.out()).isEqualTo(1);
        JsonNode answer = said.json();
        assertThat(level(answer, "connection")).isEqualTo("OK");
        assertThat(level(answer, "clock")).isEqualTo("OK");
        assertThat(level(answer, "isolation")).isEqualTo("OK");
        assertThat(level(answer, "latency")).isNotEmpty();
        assertThat(level(answer, "tables")).isEqualTo("FAIL");
    }

    @Test
    void aTableThatIsWrongIsNamed() throws Exception {
        try (Connection connection = DriverManager.getConnection(database.url(), "sa", "canary-password");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE baton_lease (election INT PRIMARY KEY, epoch VARCHAR(9))");
        }

        Result said = doctor("--url", database.url());

        assertThat(said.exit()).as(said.out()).isEqualTo(1);
        assertThat(said.out()).contains("baton_lease", "baton_fence");
    }

    @Test
    void nobodyAtTheAddressIsToldApartFromAWrongPassword() throws Exception {
        String url = database.url();
        DriverManager.getConnection(url, "sa", "another").close();

        Result wrong = doctor("--url", url);
        database.close();
        Result away = doctor("--url", url);

        assertThat(wrong.exit()).isEqualTo(1);
        assertThat(wrong.out()).containsIgnoringCase("wrong user name or password");
        assertThat(away.exit()).isEqualTo(1);
        assertThat(level(away.json(), "connection")).isEqualTo("FAIL");
    }

    @Test
    void aNodeThatCannotStartHereIsTold() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Result said = doctor("-c", config(taken.getLocalPort(), notAFolder() + "/epochs"));

            assertThat(said.exit()).as(said.out()).isEqualTo(1);
            assertThat(level(said.json(), "port")).isEqualTo("FAIL");
            assertThat(advice(said.json(), "port")).contains("set admin.port, or stop the program that uses it");
            assertThat(level(said.json(), "disk")).isEqualTo("FAIL");
            assertThat(advice(said.json(), "disk")).contains("create it");
        }
    }

    @Test
    void aStateFileThatCannotBeWrittenIsTold() throws Exception {
        // Root may write everywhere, but not to a folder as if it were a file.
        Result said = doctor("-c", config(0, folder.toString()));

        assertThat(level(said.json(), "disk")).isEqualTo("FAIL");
        assertThat(advice(said.json(), "disk")).contains("give this user the right to");
    }

    /** Root may make a folder anywhere, but not in a file. */
    private String notAFolder() throws IOException {
        return Files.writeString(folder.resolve("file"), "") + "/no/such";
    }

    private String config(int port, String stateFile) throws IOException {
        return Files.writeString(folder.resolve("node.yml"), """
                node: {id: n1}
                elector: {type: standalone, standalone: {state_file: "%s"}}
                admin: {port: %d}
                """.formatted(stateFile, port))
                .toString();
    }

    private static String advice(JsonNode answer, String check) {
        return StreamSupport.stream(answer.path("checks").spliterator(), false)
                .filter(it -> it.path("check").asText().equals(check))
                .map(it -> it.path("advice").asText())
                .collect(Collectors.joining(" "));
    }

    @Test
    void aConfigurationThatIsWrongIsAFinding() throws Exception {
        Path config = Files.writeString(folder.resolve("node.yml"), "elector:\n  type: sqll\n");

        Result said = doctor("-c", config.toString());

        assertThat(said.exit()).as(said.out()).isEqualTo(1);
        assertThat(level(said.json(), "configuration")).isEqualTo("FAIL");
    }
}
