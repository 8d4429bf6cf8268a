// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Lanes;
import dev.baton.spi.lease.LeaseElector;
import dev.baton.sql.JdbcLeaseStore;
import dev.baton.sql.Servers;
import dev.baton.sql.SqlSchema;
import dev.baton.sql.SqlSettings;
import dev.baton.sql.TableNames;
import dev.baton.sql.TestDatabase;
import dev.baton.testkit.Eventually;
import dev.baton.testkit.lab.LabProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * What settled elections with the default timings cost a PostgreSQL and the processes that stand in them: statements
 * per second, counted by the stores that send them and, to check, as transactions by the database; and the CPU time of
 * processes that do nothing but stand.
 */
final class SqlLoad implements Benchmark {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /**
     * @param settled how long nothing is counted after all have settled: a lease, so that all that was put off is done
     * @param watched how long is counted
     */
    private record Plan(List<Size> sizes, Duration settled, Duration watched) {
        static Plan of(Options.Effort effort) {
            List<Size> sizes = List.of(new Size(1, 3), new Size(1, 200), new Size(1_000, 3));
            return switch (effort) {
                case FULL -> new Plan(sizes, Duration.ofSeconds(12), Duration.ofSeconds(60));
                case QUICK, TINY -> new Plan(sizes, Duration.ofSeconds(1), Duration.ofSeconds(10));
            };
        }
    }

    private record Size(int elections, int candidates) {
        String describe() {
            return String.format(Locale.ROOT, "%,d × %d candidates", elections, candidates);
        }

        TableNames tables() {
            return TableNames.withPrefix("load" + elections + "x" + candidates + "_");
        }
    }

    @Override
    public String name() {
        return "sql-load";
    }

    @Override
    public String description() {
        return "statements per second of settled elections on PostgreSQL, and CPU of idle candidates (own runs)";
    }

    @Override
    public Result run(Options options) throws IOException, InterruptedException, SQLException {
        Plan plan = Plan.of(options.effort());
        TestDatabase database = Servers.postgres();
        List<Figure> figures = new ArrayList<>();
        for (Size size : plan.sizes()) {
            options.say(size.describe());
            figures.addAll(load(database, size, plan));
        }
        options.say("idle processes");
        figures.addAll(idle(database, plan));
        return new Result(figures);
    }

    private static List<Figure> load(TestDatabase database, Size size, Plan plan)
            throws InterruptedException, SQLException {
        createTables(database, size.tables());
        SqlSettings settings = SqlSettings.DEFAULT.withTables(size.tables());
        List<JdbcLeaseStore> stores = new ArrayList<>();
        List<Baton> nodes = new ArrayList<>();
        try {
            for (int i = 0; i < size.candidates(); i++) {
                nodes.add(
                        Baton.node("node-" + i).start(context -> counted(database, settings, context.lanes(), stores)));
            }
            List<List<Candidate>> elections = new ArrayList<>();
            for (int i = 0; i < size.elections(); i++) {
                String election = "election-" + i;
                elections.add(
                        nodes.stream().map(node -> node.stand(election).start()).toList());
            }
            elections.forEach(SqlLoad::settle);
            TimeUnit.NANOSECONDS.sleep(plan.settled().toNanos());
            return watch(database, size, stores, plan.watched());
        } finally {
            nodes.parallelStream().forEach(Baton::close);
        }
    }

    /** What {@code SqlElector.on(database).settings(settings)} makes, with the store kept to ask it for its count. */
    private static LeaseElector counted(
            TestDatabase database, SqlSettings settings, Lanes lanes, List<JdbcLeaseStore> stores) {
        JdbcLeaseStore store =
                new JdbcLeaseStore(database.database(), settings, lanes.ticker(), new SplittableRandom());
        store.start();
        stores.add(store);
        Guarantee guarantee =
                new Guarantee(Guarantee.Exclusivity.EXCLUSIVE, Guarantee.EpochMemory.DURABLE, "sql, counted");
        return new LeaseElector(store.link(), settings.terms(), guarantee, lanes, new SplittableRandom());
    }

    private static void createTables(TestDatabase database, TableNames tables) {
        database.run("DROP TABLE IF EXISTS " + tables.lease(), "DROP TABLE IF EXISTS " + tables.fence());
        new SqlSchema(database.database(), tables).create();
    }

    private static void settle(List<Candidate> election) {
        Eventually.eventually(
                "one leads and all know it",
                LIMIT,
                () -> election.stream().filter(Candidate::isLeader).count() == 1
                        && election.stream().map(Candidate::leader).distinct().count() == 1,
                () -> election.stream().map(Candidate::status).toList());
    }

    private static List<Figure> watch(TestDatabase database, Size size, List<JdbcLeaseStore> stores, Duration watched)
            throws InterruptedException, SQLException {
        try (Connection connection =
                DriverManager.getConnection(database.url(), database.user(), database.password())) {
            long start = System.nanoTime();
            long sent = statements(stores);
            long seen = transactions(connection);
            TimeUnit.NANOSECONDS.sleep(watched.toNanos());
            double seconds = (System.nanoTime() - start) / 1e9;
            return List.of(
                    Figure.of(size.describe() + ", sent", (statements(stores) - sent) / seconds, "statements/s"),
                    Figure.of(
                            size.describe() + ", seen by the database",
                            (transactions(connection) - seen) / seconds,
                            "transactions/s"));
        }
    }

    private static long statements(List<JdbcLeaseStore> stores) {
        return stores.stream().mapToLong(JdbcLeaseStore::statements).sum();
    }

    /** Sessions report what they did about once a second, so this is late by that. */
    private static long transactions(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT xact_commit + xact_rollback FROM pg_stat_database"
                        + " WHERE datname = current_database()")) {
            row.next();
            return row.getLong(1);
        }
    }

    /** One leader and two standbys, each a process with the JVM's default options and the peer channel. */
    private static List<Figure> idle(TestDatabase database, Plan plan) throws IOException, InterruptedException {
        Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
        Path folder = Files.createTempDirectory(target, "idle-");
        Path passwordFile = Files.writeString(folder.resolve("password"), database.password());
        TableNames tables = TableNames.withPrefix("idle_");
        createTables(database, tables);
        List<LabProcess> processes = new ArrayList<>();
        try {
            // Each is in its place before the next comes, so the first is the leader.
            for (String node : List.of("leader", "standby", "other-standby")) {
                List<String> arguments =
                        IdleCandidate.arguments(node, database.url(), database.user(), passwordFile, tables);
                LabProcess process = LabProcess.start(
                        node, IdleCandidate.class, List.of(), arguments, folder.resolve(node + ".log"));
                processes.add(process);
                process.await("ready", LIMIT);
            }
            TimeUnit.NANOSECONDS.sleep(plan.settled().toNanos());
            long start = System.nanoTime();
            List<Duration> before = processes.stream().map(SqlLoad::cpu).toList();
            TimeUnit.NANOSECONDS.sleep(plan.watched().toNanos());
            double nanos = System.nanoTime() - start;
            List<Figure> figures = new ArrayList<>();
            for (int i = 0; i < processes.size(); i++) {
                double used = cpu(processes.get(i)).minus(before.get(i)).toNanos();
                String what = "CPU of an idle process, " + processes.get(i).name();
                figures.add(Figure.of(what, 100 * used / nanos, "% of a core"));
            }
            return figures;
        } finally {
            processes.forEach(LabProcess::close);
        }
    }

    private static Duration cpu(LabProcess process) {
        return ProcessHandle.of(process.pid())
                .flatMap(handle -> handle.info().totalCpuDuration())
                .orElseThrow(() -> new IllegalStateException(process.name() + " has ended"));
    }
}
