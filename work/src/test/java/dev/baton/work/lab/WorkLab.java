// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.SqlSchema;
import dev.baton.sql.SqlSettings;
import dev.baton.sql.TableNames;
import dev.baton.sql.TestDatabase;
import dev.baton.testkit.Eventually;
import dev.baton.testkit.lab.LabProcess;
import dev.baton.testkit.safety.HistoryChecker;
import dev.baton.testkit.safety.OneActsAtATime;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentState;
import dev.baton.work.TaskList;
import dev.baton.work.WorkState;
import dev.baton.work.sql.SqlWorkStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Processes with workers on one real database, and what may be said about them afterwards. */
public final class WorkLab implements AutoCloseable {
    public static final Duration PATIENCE = Duration.ofSeconds(90);

    private final TestDatabase database;
    private final Path directory;
    private final Path passwordFile;
    private final Duration lease;
    private final boolean peers;
    private final boolean effects;
    private final SqlSettings settings;
    private final SqlWorkStore store;
    private final List<LabProcess> processes = new ArrayList<>();
    private final Map<LabProcess, Path> histories = new LinkedHashMap<>();
    private int partitions;

    /**
     * @param cluster one that the database has not had
     * @param effects whether the workers write effects behind the fence
     */
    public WorkLab(
            TestDatabase database, Path directory, String cluster, Duration lease, boolean peers, boolean effects) {
        this.database = database;
        this.directory = directory;
        this.lease = lease;
        this.peers = peers;
        this.effects = effects;
        this.settings =
                SqlSettings.DEFAULT.withCreateSchema().withCluster(cluster).withLease(lease);
        new SqlSchema(database.database(), TableNames.DEFAULT).create();
        this.store = SqlWorkStore.on(database.database(), settings);
        boolean postgres = database.url().startsWith("jdbc:postgresql:");
        database.run(
                "DROP TABLE IF EXISTS " + WorkLabNode.EFFECTS,
                "CREATE TABLE " + WorkLabNode.EFFECTS + " (id "
                        + (postgres ? "BIGSERIAL PRIMARY KEY" : "BIGINT AUTO_INCREMENT PRIMARY KEY")
                        + ", partition_id VARCHAR(200) NOT NULL, token BIGINT NOT NULL,"
                        + " process VARCHAR(200) NOT NULL)",
                "CREATE INDEX work_lab_by_partition ON " + WorkLabNode.EFFECTS + " (partition_id)");
        try {
            Files.createDirectories(directory);
            this.passwordFile = Files.writeString(directory.resolve("password"), database.password());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    public void define(String list, int count) {
        store.define(TaskList.of(list, count));
        partitions += count;
    }

    /** A process without workers. */
    public LabProcess start(String node) {
        Path history = directory.resolve(node + "-" + processes.size() + ".history");
        LabProcess process = LabProcess.start(
                node,
                WorkLabNode.class,
                List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                List.of(
                        node,
                        database.url(),
                        database.user(),
                        passwordFile.toString(),
                        settings.tables().cluster(),
                        Long.toString(lease.toMillis()),
                        peers ? "peers" : "alone",
                        effects ? "effects" : "none",
                        history.toString()),
                directory.resolve(node + "-" + processes.size() + ".log"));
        processes.add(process);
        histories.put(process, history);
        return process;
    }

    public void awaitReady() {
        processes.stream().filter(LabProcess::isAlive).forEach(it -> it.await("ready", PATIENCE));
    }

    private WorkState read() {
        WorkState state = new WorkState();
        state.reread(store);
        return state;
    }

    /** All that the processes wrote down so far. */
    public WorkHistories histories() {
        WorkHistories all = new WorkHistories();
        histories.forEach((process, file) -> {
            if (Files.exists(file)) {
                all.add(nameOf(process), file);
            }
        });
        return all;
    }

    private static String nameOf(LabProcess process) {
        return process.name() + "-" + process.pid();
    }

    /** Waits until every partition is owned, by a worker that acts on it under the stored token. */
    public void awaitSettled(Duration limit) {
        Eventually.eventually("every partition has an owner that acts", limit, this::isSettled, this::unsettled);
    }

    private boolean isSettled() {
        return unsettled().isEmpty();
    }

    /** What is not owned, or not acted on, with the reason; some of it. */
    private List<String> unsettled() {
        List<String> open = new ArrayList<>();
        WorkState state = read();
        Map<String, Assignment> owned = new HashMap<>();
        state.assignedLists()
                .forEach(list -> state.assignments(list)
                        .values()
                        .forEach(it -> owned.put(it.partition().toString(), it)));
        if (owned.size() != partitions) {
            open.add(owned.size() + " of " + partitions + " are stored");
        }
        List<String> notAssigned = owned.values().stream()
                .filter(it -> it.state() != AssignmentState.ASSIGNED)
                .map(Assignment::toString)
                .limit(5)
                .toList();
        if (!notAssigned.isEmpty()) {
            return notAssigned;
        }
        Set<String> alive = processes.stream()
                .filter(LabProcess::isAlive)
                .map(WorkLab::nameOf)
                .collect(Collectors.toSet());
        Map<String, WorkHistories.Spell> newest = histories().newest();
        owned.forEach((partition, row) -> {
            boolean acts = Optional.ofNullable(newest.get(partition))
                    .filter(it -> it.token() == row.token() && it.isOpen() && alive.contains(it.process()))
                    .isPresent();
            if (!acts && open.size() < 5) {
                open.add(row + " is not acted on");
            }
        });
        return open;
    }

    /** No two act at once on a partition, and no effect of a former owner was accepted after one of the next. */
    public void check() {
        assertThat(new HistoryChecker(List.of(OneActsAtATime::new))
                        .check(histories().asHistory()).stream().limit(10))
                .isEmpty();
        // Rows of one partition are written one after the other, because each transaction holds its row.
        String older = "SELECT COUNT(*) FROM " + WorkLabNode.EFFECTS + " late JOIN " + WorkLabNode.EFFECTS
                + " early ON late.partition_id = early.partition_id AND late.id > early.id WHERE ";
        assertThat(database.ask(older + "late.token < early.token"))
                .as("effects that were accepted under a token after a higher one")
                .isEqualTo("0");
        assertThat(database.ask(older + "late.token = early.token AND late.process <> early.process"))
                .as("effects of two workers under one token")
                .isEqualTo("0");
    }

    /** The process that coordinates, as the database has it. */
    public String coordinator() {
        return database.ask("SELECT node_id FROM baton_lease WHERE election = 'work' AND cluster_name = '"
                + settings.tables().cluster() + "'");
    }

    /** How often a worker began to act on a partition. */
    public int starts() {
        return histories().size();
    }

    public long effects() {
        return Long.parseLong(database.ask("SELECT COUNT(*) FROM " + WorkLabNode.EFFECTS));
    }

    @Override
    public void close() {
        processes.forEach(LabProcess::close);
        store.close();
    }
}
