// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.spring;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.Servers;
import dev.baton.sql.TestDatabase;
import dev.baton.testkit.lab.LabProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three replicas in three processes on one PostgreSQL: the job moves, and no run happens twice. */
class ThreeReplicasIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int SOME = 10;

    @TempDir
    private Path folder;

    private final TestDatabase database = Servers.postgres();
    private final Map<String, LabProcess> replicas = new LinkedHashMap<>();

    @AfterEach
    void close() {
        replicas.values().forEach(LabProcess::close);
    }

    @Test
    void theJobMovesWhenItsReplicaIsKilledPausedOrStoppedAndNoRunHappensTwice() throws IOException {
        // One after another: PostgreSQL refuses one of two that create the same table at once.
        start("replica-1");
        awaitThat("invoices are sent", () -> count() >= SOME);
        start("replica-2");
        start("replica-3");
        replicas.values().forEach(it -> awaitThat(it.name() + " has started", () -> hasStarted(it)));

        String killed = lastSender();
        replicas.get(killed).kill();
        String paused = awaitSuccessor(killed);

        replicas.get(paused).pause();
        String stopped = awaitSuccessor(paused);
        replicas.get(paused).resume();

        replicas.get(stopped).terminate();
        assertThat(awaitSuccessor(stopped)).isEqualTo(paused);
        awaitThat(stopped + " has ended", () -> !replicas.get(stopped).isAlive());
        replicas.get(paused).terminate();
        awaitThat(paused + " has ended", () -> !replicas.get(paused).isAlive());

        assertThat(List.of(killed, paused, stopped)).doesNotHaveDuplicates();
        assertThat(count()).as("invoices").isEqualTo(ask("SELECT MAX(number) FROM invoice"));
        assertThat(ask("SELECT COUNT(DISTINCT number) FROM invoice"))
                .as("different invoices")
                .isEqualTo(count());
        assertThat(ask("SELECT COUNT(*) FROM invoice a JOIN invoice b ON a.number < b.number AND a.epoch > b.epoch"))
                .as("invoices of a former leader after those of the next")
                .isZero();
        assertThat(ask("SELECT COUNT(DISTINCT epoch) FROM invoice"))
                .as("leaderships, each of one replica")
                .isEqualTo(ask("SELECT COUNT(*) FROM (SELECT DISTINCT epoch, sent_by FROM invoice) AS each"));
    }

    private void start(String id) throws IOException {
        // A file, since everyone sees the arguments of a process.
        Path settings = Files.writeString(folder.resolve(id + ".properties"), """
                spring.datasource.url=%s
                spring.datasource.username=%s
                spring.datasource.password=%s
                spring.datasource.hikari.maximum-pool-size=4
                baton.node=%s
                baton.sql.lease=8s
                invoices.every=20ms
                """.formatted(
                        database.url(), database.user(), database.password(), id));
        replicas.put(
                id,
                LabProcess.start(
                        id,
                        InvoicesApplication.class,
                        List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                        List.of("--spring.config.additional-location=file:" + settings),
                        folder.resolve(id + ".err")));
    }

    /** The replica that goes on in place of another. */
    private String awaitSuccessor(String former) {
        long before = ask("SELECT MAX(number) FROM invoice WHERE sent_by = '" + former + "'");
        awaitThat(
                "another replica than " + former + " goes on",
                () -> !lastSender().equals(former) && count() >= before + SOME);
        return lastSender();
    }

    private static boolean hasStarted(LabProcess replica) {
        return replica.lines().stream().anyMatch(it -> it.contains("Started InvoicesApplication"));
    }

    private String lastSender() {
        return database.ask("SELECT sent_by FROM invoice ORDER BY number DESC LIMIT 1");
    }

    private long count() {
        boolean there =
                !database.ask("SELECT to_regclass('invoice') IS NOT NULL").equals("f");
        return there ? ask("SELECT COUNT(*) FROM invoice") : 0;
    }

    private long ask(String query) {
        return Long.parseLong(database.ask(query));
    }

    private void awaitThat(String fact, BooleanSupplier holds) {
        eventually(
                fact,
                PATIENCE,
                holds,
                () -> replicas.values().stream()
                        .map(it -> it.name() + (it.isAlive() ? " runs" : " has ended") + ": " + tail(it))
                        .toList());
    }

    private static List<String> tail(LabProcess replica) {
        List<String> lines = replica.lines();
        return lines.subList(Math.max(0, lines.size() - 30), lines.size());
    }
}
