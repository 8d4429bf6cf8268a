// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.lab.EvidenceFile;
import dev.baton.cli.lab.LabDatabase;
import dev.baton.cli.lab.Processes;
import dev.baton.server.NodeProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that run a command for each of their partitions: paused, killed, ended. The command does not listen to TERM. */
@Timeout(240)
class PartitionCommandIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int PARTITIONS = 4;
    private static final String CANARY = "canary-password";

    @TempDir
    private Path folder;

    private LabDatabase database;
    private final Map<String, Process> nodes = new HashMap<>();
    private List<EvidenceFile> evidence;

    @BeforeEach
    void start() throws IOException {
        database = LabDatabase.start(folder);
        evidence = IntStream.range(0, PARTITIONS)
                .mapToObj(it -> new EvidenceFile(folder.resolve("evidence-" + it)))
                .toList();
        Files.writeString(folder.resolve("consume.sh"), """
                trap '' TERM INT HUP
                cd "$1"
                env > "env-$BATON_PARTITION"
                echo "begins with token $BATON_PARTITION_TOKEN"
                while :; do
                    echo "$BATON_PARTITION_TOKEN $BATON_NODE $$" >> "evidence-$BATON_PARTITION"
                    sleep 0.01
                done
                """);
        startNode("n1");
        startNode("n2");
    }

    private void startNode(String id) throws IOException {
        Path file =
                Files.writeString(folder.resolve(id + ".yml"), """
                node: {id: %1$s}
                elector: {type: sql, sql: {url: '%2$s', user: sa, lease: 4s}}
                admin: {enabled: false}
                work:
                  coordinate: true
                  worker: true
                  command: [sh, '%3$s/consume.sh', '%3$s']
                  grace: 300ms
                  lists: [{name: jobs, partitions: %4$d}]
                """.formatted(id, database.url(), folder, PARTITIONS));
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        NodeProcess.class.getName(),
                        "-c",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(id + ".log").toFile());
        builder.environment().put("BATON_ELECTOR_SQL_PASSWORD", CANARY);
        nodes.put(id, builder.start());
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (Process node : nodes.values()) {
            node.destroyForcibly().waitFor();
        }
        database.close();
    }

    private String log(String id) throws IOException {
        return Files.readString(folder.resolve(id + ".log"));
    }

    private static String writer(EvidenceFile evidence) {
        List<EvidenceFile.Line> lines = evidence.lines();
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1).node();
    }

    private List<String> writers() {
        return evidence.stream().map(PartitionCommandIT::writer).toList();
    }

    private void await(String what, List<String> sorted) {
        eventually(what, PATIENCE, () -> writers().stream().sorted().toList().equals(sorted), () -> {
            try {
                return writers() + log("n1") + log("n2");
            } catch (IOException problem) {
                return problem;
            }
        });
    }

    @Test
    void noCommandRunsBesideThatOfTheNextOwner() throws Exception {
        await("both have half", List.of("n1", "n1", "n2", "n2"));

        Processes.signal("STOP", List.of(nodes.get("n1").pid()));
        await("n2 has all while n1 is paused", List.of("n2", "n2", "n2", "n2"));
        Processes.signal("CONT", List.of(nodes.get("n1").pid()));
        await("both have half again", List.of("n1", "n1", "n2", "n2"));

        nodes.get("n2").destroyForcibly().waitFor();
        await("n1 has all after n2 was killed", List.of("n1", "n1", "n1", "n1"));

        nodes.get("n1").destroy();
        assertThat(nodes.get("n1").waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(Processes.mentioning(folder + "/consume.sh")).isEmpty();
        evidence.forEach(EvidenceFile::assertNeverTwoAtOnce);
        assertThat(Files.readString(folder.resolve("env-3")))
                .contains("BATON_TASK_LIST=default/jobs\n", "BATON_PARTITION=3\n", "BATON_PARTITION_TOKEN=")
                .doesNotContain(CANARY);
        assertThat(log("n2")).contains("default/jobs/").contains(": begins with token ");
    }
}
