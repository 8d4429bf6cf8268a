// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher and the demo as a user runs them: a real process, its output and its exit code. */
@Timeout(180)
class DemoIT {
    private static final Path LAUNCHER = Path.of("..", "baton").toAbsolutePath().normalize();

    @TempDir
    private Path elsewhere;

    private record Outcome(int exitCode, List<String> out, String err) {}

    private Outcome run(Path program, Map<String, String> environment, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        File out = elsewhere.resolve("out").toFile();
        File err = elsewhere.resolve("err").toFile();
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(elsewhere.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(out)
                .redirectError(err);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(150, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return new Outcome(process.waitFor(), lines(out), Files.readString(err.toPath()));
    }

    private static List<String> lines(File file) throws IOException {
        return Files.readAllLines(file.toPath(), StandardCharsets.UTF_8);
    }

    private static List<JsonNode> ofType(String type, List<String> lines) throws IOException {
        List<JsonNode> found = new ArrayList<>();
        for (String line : lines) {
            JsonNode node = new ObjectMapper().readTree(line);
            if (node.get("type").asText().equals(type)) {
                found.add(node);
            }
        }
        return found;
    }

    @Test
    void aScriptShowsEachHandOver() throws Exception {
        Outcome outcome = run(LAUNCHER, Map.of(), "demo", "--script", "kill,pause,resign", "--json");

        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        List<JsonNode> handOvers = ofType("hand_over", outcome.out());
        assertThat(handOvers).extracting(it -> it.get("cause").asText()).containsExactly("kill", "pause", "resign");
        assertThat(handOvers).allSatisfy(it -> {
            assertThat(it.get("to_epoch").asLong())
                    .isGreaterThan(it.get("from_epoch").asLong());
            assertThat(it.get("to").asText()).isNotEqualTo(it.get("from").asText());
            assertThat(it.get("overlap_ms").decimalValue()).isZero();
        });
        // The lease is 3 s and was renewed at most 0.9 s before; a machine that is busy only makes it longer.
        assertThat(handOvers.get(0).get("gap_ms").asDouble()).isGreaterThan(1_500);
        assertThat(ofType("late_write", outcome.out())).hasSize(1).allSatisfy(it -> {
            assertThat(it.get("is_leader").asBoolean()).isFalse();
            assertThat(it.get("refused").asBoolean()).isTrue();
        });
        assertThat(ofType("event", outcome.out()))
                .extracting(it -> it.get("event").asText())
                .contains("became_leader", "lost_leadership", "leader_down", "leader_changed");
        assertThat(ofType("summary", outcome.out()))
                .hasSize(1)
                .allSatisfy(it -> assertThat(it.get("ok").asBoolean()).isTrue());
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void aScriptThatCannotBePlayedFails() throws Exception {
        Outcome outcome = run(LAUNCHER, Map.of(), "demo", "--script", "kill,kill,kill,kill,kill", "--json");

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(ofType("hand_over", outcome.out())).hasSize(4);
        assertThat(ofType("failed", outcome.out()).get(0).get("why").asText()).contains("no other node");
    }

    @Test
    void theLauncherWorksThroughSymbolicLinks() throws Exception {
        Path link = Files.createSymbolicLink(elsewhere.resolve("link"), LAUNCHER);
        Path linkToLink = Files.createSymbolicLink(elsewhere.resolve("second"), Path.of("link"));
        assertThat(link).exists();

        Outcome outcome = run(linkToLink, Map.of(), "demo", "--script", "resign");

        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).anyMatch(line -> line.startsWith("hand-over by resign: "));
    }

    @Test
    void whatIsAskedWronglyIsAnsweredWithTheUsage() throws Exception {
        for (List<String> wrong : List.of(List.<String>of(), List.of("dmeo"), List.of("demo", "--script", "hug"))) {
            Outcome outcome = run(LAUNCHER, Map.of(), wrong.toArray(String[]::new));

            assertThat(outcome.exitCode()).as(wrong.toString()).isEqualTo(2);
            assertThat(outcome.err()).contains("usage: ./baton");
        }
        assertThat(run(LAUNCHER, Map.of(), "help").exitCode()).isZero();
    }

    @Test
    void aJavaThatIsTooOldIsNamed() throws Exception {
        Path bin = Files.createDirectories(elsewhere.resolve("old/bin"));
        Path java = Files.writeString(bin.resolve("java"), "#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));

        Outcome outcome =
                run(LAUNCHER, Map.of("JAVA_HOME", elsewhere.resolve("old").toString()), "demo");

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).contains("Java 17 or newer is needed").contains("version 11");
    }
}
