// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseToken;
import dev.baton.sql.JdbcLeaseStore;
import dev.baton.sql.SqlDatabase;
import dev.baton.sql.SqlSettings;
import dev.baton.sql.TestDatabase;
import dev.baton.testkit.Eventually;
import dev.baton.testkit.lab.FreePorts;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A PostgreSQL server that is set up to commit without waiting for the disk, and crashes. */
@Timeout(300)
final class PostgresCrashIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LEASE = Duration.ofMinutes(2);
    private static final ElectionEntry ENTRY = new ElectionEntry(
            ElectionName.of("orders"), new Node(NodeId.of("alice"), new Incarnation(0xa)), Endpoints.NONE);

    @TempDir
    private Path folder;

    private int port;

    @BeforeEach
    void choosePort() {
        port = FreePorts.take();
    }

    private EmbeddedPostgres start(String fsync) throws IOException {
        return EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(Files.createDirectories(
                                Path.of("target").toAbsolutePath().resolve("postgres"))
                        .toFile())
                .setDataDirectory(folder.resolve("data"))
                .setCleanDataDirectory(false)
                .setPort(port)
                .setServerConfig("fsync", fsync)
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("synchronous_commit", "off")
                .setServerConfig("wal_level", "replica")
                .setServerConfig("max_wal_senders", "2")
                // So that what is committed without waiting is still not on the disk when the server crashes.
                .setServerConfig("wal_writer_delay", "10s")
                .start();
    }

    private TestDatabase database() {
        return new TestDatabase("jdbc:postgresql://localhost:" + port + "/postgres", "postgres", "");
    }

    private static JdbcLeaseStore store(SqlDatabase database) {
        return new JdbcLeaseStore(
                database,
                SqlSettings.DEFAULT.withCreateSchema().withLease(LEASE),
                System::nanoTime,
                new SplittableRandom(1));
    }

    private static LeaseReply ask(JdbcLeaseStore store, LeaseRequest request) {
        return store.execute(List.of(request)).get(0);
    }

    private static Optional<Epoch> epoch(LeaseReply reply) {
        return reply instanceof LeaseReply.Answered answered
                ? answered.row().map(row -> row.epoch())
                : Optional.empty();
    }

    /** As a crash: all of its processes end at once, and write nothing more. */
    private void crash(EmbeddedPostgres server) throws Exception {
        long pid = Long.parseLong(
                Files.readAllLines(folder.resolve("data/postmaster.pid")).get(0));
        ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
        new ProcessBuilder("kill", "-QUIT", Long.toString(pid)).start().waitFor();
        postmaster.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        server.close();
    }

    @Test
    void aGrantSurvivesACrashThatOtherCommitsDoNot() throws Exception {
        EmbeddedPostgres server = start("on");
        database().run("CREATE TABLE control (id INT)", "CHECKPOINT");
        try (JdbcLeaseStore store = store(database().database())) {
            assertThat(store.start().isDurable()).isTrue();
            LeaseReply granted = ask(
                    store, new LeaseRequest.Acquire(ENTRY, new LeaseToken(1, 2), Epoch.NONE, LEASE, Optional.empty()));
            assertThat(epoch(granted)).contains(Epoch.of(1));
            database().run("INSERT INTO control VALUES (1)");
        }
        crash(server);

        try (EmbeddedPostgres again = start("on");
                JdbcLeaseStore store = store(database().database())) {
            assertThat(again.getPort()).isEqualTo(port);
            assertThat(database().ask("SELECT COUNT(*) FROM control"))
                    .as("what was committed without waiting")
                    .isEqualTo("0");
            Eventually.eventually(
                    "the grant is remembered",
                    PATIENCE,
                    () -> epoch(ask(store, new LeaseRequest.Read(ENTRY.election())))
                            .equals(Optional.of(Epoch.of(1))),
                    () -> database().ask("SELECT COUNT(*) FROM baton_lease"));
        }
    }

    @Test
    void aGrantThatNoStandbyConfirmedIsNotActedUnder() throws Exception {
        LeaseRequest.Acquire request =
                new LeaseRequest.Acquire(ENTRY, new LeaseToken(1, 2), Epoch.NONE, LEASE, Optional.empty());
        try (EmbeddedPostgres server = start("on")) {
            assertThat(server.getPort()).isEqualTo(port);
            database().run("ALTER SYSTEM SET synchronous_standby_names = 'absent'");
        }
        try (EmbeddedPostgres server = start("on");
                JdbcLeaseStore store = store(database().database())) {
            assertThat(server.getPort()).isEqualTo(port);
            store.start();

            // The rows to begin with are written in the first two.
            for (int attempt = 1; attempt <= 5; attempt++) {
                CompletableFuture<LeaseReply> reply = CompletableFuture.supplyAsync(() -> ask(store, request));
                Eventually.eventually(
                        "no commit of attempt " + attempt + " is waited for",
                        PATIENCE,
                        () -> cancelled(reply),
                        () -> database().ask("SELECT string_agg(query, '; ') FROM pg_stat_activity"));
                assertThat(reply.get()).as("attempt %d", attempt).isInstanceOf(LeaseReply.Failed.class);
            }
            assertThat(database().ask("SELECT epoch FROM baton_lease"))
                    .as("what can be read, but may be nowhere else")
                    .isEqualTo("1");

            database().run("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()");
            Eventually.eventually(
                    "the grant counts once it was written without a doubt",
                    PATIENCE,
                    () -> epoch(ask(store, request)).equals(Optional.of(Epoch.of(1))),
                    () -> database().ask("SELECT COUNT(*) FROM baton_lease"));
        }
    }

    /** Cancels each commit that waits for a standby, until there is a reply. */
    private boolean cancelled(CompletableFuture<LeaseReply> reply) {
        database().ask("SELECT COUNT(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
        return reply.isDone();
    }

    @Test
    void aServerThatDoesNotFlushIsRefusedUnlessItIsAskedFor() throws Exception {
        try (EmbeddedPostgres server = start("off")) {
            assertThat(server.getPort()).isEqualTo(port);
            try (JdbcLeaseStore refused = store(database().database())) {
                assertThatThrownBy(refused::start)
                        .isInstanceOf(ConfigurationException.class)
                        .hasMessageContaining("fsync");
            }
            SqlSettings unsafe = SqlSettings.DEFAULT.withCreateSchema().withUnsafeLostCommits();
            try (JdbcLeaseStore accepted =
                    new JdbcLeaseStore(database().database(), unsafe, System::nanoTime, new SplittableRandom(1))) {
                assertThat(accepted.start().isDurable()).isFalse();
            }
        }
    }
}
