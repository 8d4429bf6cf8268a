// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static dev.baton.testkit.Eventually.eventually;

import dev.baton.sql.Servers;
import dev.baton.sql.TestDatabase;
import dev.baton.testkit.lab.LabProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** With {@code baton.peer.enabled} nobody waits for the lease of a replica that was killed, here of an hour. */
class KilledReplicaIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    private final TestDatabase database = Servers.postgres();

    @Test
    void anotherReplicaLeadsLongBeforeTheLeaseHasRunOut() throws IOException {
        try (LabProcess leader = start("replica-1")) {
            awaitLeads(leader);
            try (LabProcess standby = start("replica-2")) {
                standby.await("sees replica-1", PATIENCE);
                awaitWatching(standby);

                leader.kill();

                awaitLeads(standby);
            }
        }
    }

    /** A death can be proven once the leader has answered while its lock was held, which the log tells. */
    private static void awaitWatching(LabProcess standby) {
        eventually(
                standby.name() + " watches the leader",
                PATIENCE,
                () -> standby.lines().stream().anyMatch(it -> it.contains("lock of replica-1") && it.endsWith("HELD")),
                standby::lines);
    }

    private static void awaitLeads(LabProcess replica) {
        eventually(
                replica.name() + " leads",
                PATIENCE,
                () -> replica.lines().stream().anyMatch(it -> it.equals("leads")),
                replica::lines);
    }

    private LabProcess start(String id) throws IOException {
        // A file, since everybody sees the arguments of a process.
        Path settings = Files.writeString(folder.resolve(id + ".properties"), """
                spring.main.banner-mode=off
                spring.main.web-application-type=none
                spring.main.keep-alive=true
                spring.datasource.url=%s
                spring.datasource.username=%s
                spring.datasource.password=%s
                spring.datasource.hikari.maximum-pool-size=2
                baton.node=%s
                baton.cluster=killed
                baton.elections=nightly
                baton.sql.create-schema=true
                baton.sql.lease=1h
                baton.peer.enabled=true
                logging.level.dev.baton.peer=debug
                """.formatted(
                        database.url(), database.user(), database.password(), id));
        return LabProcess.start(
                id,
                Replica.class,
                List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                List.of("--spring.config.additional-location=file:" + settings),
                folder.resolve(id + ".err"));
    }

    @Configuration
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
                "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
            })
    static class Replica {
        public static void main(String[] arguments) {
            SpringApplication.run(Replica.class, arguments);
        }

        @EventListener
        void won(LeadershipEvent.Won event) {
            System.out.println("leads");
        }

        @EventListener
        void changed(LeadershipEvent.LeaderChanged event) {
            System.out.println("sees " + event.current().node().id());
        }
    }
}
