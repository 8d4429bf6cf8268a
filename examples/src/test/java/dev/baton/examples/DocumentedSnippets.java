// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Duty;
import dev.baton.Leadership;
import dev.baton.bully.Address;
import dev.baton.bully.BullyConfiguration;
import dev.baton.bully.BullyElector;
import dev.baton.bully.Credentials;
import dev.baton.bully.SqlWitness;
import dev.baton.commands.CommandSettings;
import dev.baton.commands.access.PasswordHash;
import dev.baton.commands.access.User;
import dev.baton.commands.access.UserPermission;
import dev.baton.commands.access.UserPermission.Right;
import dev.baton.peer.PeerChannel;
import dev.baton.peer.PeerSecret;
import dev.baton.peer.PeerSettings;
import dev.baton.registry.EnvironmentSettings;
import dev.baton.registry.RegistryConfiguration;
import dev.baton.registry.RegistryElector;
import dev.baton.registry.RegistrySettings;
import dev.baton.sql.GuardedUpdate;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlFence;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** Java of the documents that only shows how something is written: compiled here, and not run. */
final class DocumentedSnippets {
    private DocumentedSnippets() {}

    static Baton bully(String password) {
        // tag::bully[]
        Path state = Path.of("/var/lib/orders/bully");
        BullyConfiguration bully = BullyConfiguration.of(new Credentials("cluster_user", password), state)
                .listen("10.0.0.2", 2222)
                .join(List.of(Address.parse("10.0.0.1:2222"))) // .form() instead, at the first start of the first node
                .build();
        Baton baton = Baton.node("node2").start(BullyElector.with(bully));
        // end::bully[]
        return baton;
    }

    static BullyConfiguration witness(Credentials credentials, Path state, DataSource dataSource) {
        // tag::witness[]
        BullyConfiguration bully = BullyConfiguration.of(credentials, state)
                .listen("10.0.0.2", 2222)
                .join(List.of(Address.parse("10.0.0.1:2222")))
                .witness(SqlWitness.in(dataSource, "orders")) // the same on both nodes
                .build();
        // end::witness[]
        return bully;
    }

    static Baton peerChannel(DataSource pool) {
        // tag::peer[]
        PeerSettings settings = PeerSettings.builder()
                .bind("10.0.0.5:7450")
                .secret(PeerSecret.of(System.getenv("BATON_PEER_SECRET")))
                .build();
        Baton baton = Baton.node("node-1").start(SqlElector.on(pool).watching(PeerChannel.on(settings)));
        // end::peer[]
        return baton;
    }

    static Candidate registry() {
        // tag::registry[]
        Path state = Path.of("/var/lib/orders/registry.state"); // what a voter must not forget
        RegistryConfiguration registry = RegistryConfiguration.of("orders", state) // the name of the cluster
                .settings(RegistrySettings.majorityOf(3)) // voters in the whole cluster
                .bind("10.0.0.1", 7800)
                .hosts(List.of("10.0.0.1:7800", "10.0.0.2:7800", "10.0.0.3:7800"))
                .key(System.getenv("ORDERS_KEY")) // encrypts and authenticates
                .build();
        Baton baton = Baton.node("orders-1").start(RegistryElector.with(registry));
        Candidate candidate = baton.stand("coordinator")
                .settings(EnvironmentSettings.read(System.getenv()).build())
                .start();
        // end::registry[]
        return candidate;
    }

    static Candidate sql(DataSource pool, Duty nightlyJobs) {
        // tag::sql[]
        Baton baton = Baton.node("worker-1").start(SqlElector.on(pool)); // your pool, of which it keeps one connection
        Candidate nightly = baton.stand("nightly").duty(nightlyJobs).start();
        // end::sql[]
        return nightly;
    }

    static Baton watching(DataSource pool, PeerSettings peerSettings) {
        // tag::watching[]
        Baton baton = Baton.node("worker-1").start(SqlElector.on(pool).watching(PeerChannel.on(peerSettings)));
        // end::watching[]
        return baton;
    }

    static void fence(Baton baton, DataSource pool, Leadership leadership) throws SQLException {
        // tag::fence[]
        SqlFence fence = baton.elector(SqlElector.class).fence();

        fence.inTransaction(pool, leadership, transaction -> {
            /* your reads and writes */
        });
        // end::fence[]
    }

    static void check(SqlFence fence, DataSource pool, Leadership leadership) throws SQLException {
        // tag::check[]
        try (Connection transaction = pool.getConnection()) {
            transaction.setAutoCommit(false);
            // your reads and writes
            fence.check(transaction, leadership);
            transaction.commit();
        }
        // end::check[]
    }

    static CommandSettings users(String hash) {
        // tag::users[]
        CommandSettings settings = CommandSettings.builder()
                .users(List.of(new User(
                        "shop",
                        PasswordHash.parse(hash), // pbkdf2-sha256$210000$…$…
                        List.of(
                                new UserPermission("orders/", Right.READ_AND_WRITE),
                                new UserPermission("prices/", Right.READ)))))
                .build();
        // end::users[]
        return settings;
    }

    static boolean guarded(Connection transaction, Leadership leadership) throws SQLException {
        // tag::guarded[]
        GuardedUpdate update = new GuardedUpdate("orders", "id", "epoch").set("status", "sent");
        boolean found = update.execute(transaction, leadership, 4711);
        // end::guarded[]
        return found;
    }
}
