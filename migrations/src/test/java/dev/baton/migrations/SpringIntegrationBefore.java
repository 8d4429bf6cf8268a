// SPDX-License-Identifier: Apache-2.0
package dev.baton.migrations;

import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.integration.jdbc.lock.LockRepository;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

final class SpringIntegrationBefore {
    private SpringIntegrationBefore() {}

    // tag::configuration[]
    @Configuration
    static class Leadership {
        @Bean
        DefaultLockRepository lockRepository(DataSource pool) {
            return new DefaultLockRepository(pool);
        }

        @Bean
        JdbcLockRegistry lockRegistry(LockRepository repository) {
            return new JdbcLockRegistry(repository);
        }

        @Bean
        LockRegistryLeaderInitiator leaderInitiator(@Value("${node.id}") String id, JdbcLockRegistry registry) {
            return new LockRegistryLeaderInitiator(registry, new DefaultCandidate(id, "imports"));
        }
    }
    // end::configuration[]

    static class Imports {
        private final Importer importer;

        Imports(Importer importer) {
            this.importer = importer;
        }

        // tag::listener[]
        @EventListener
        public void granted(OnGrantedEvent event) {
            importer.start();
        }

        @EventListener
        public void revoked(OnRevokedEvent event) {
            importer.stop();
        }
        // end::listener[]
    }
}
