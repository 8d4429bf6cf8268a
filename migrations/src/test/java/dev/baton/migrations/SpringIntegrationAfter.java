// SPDX-License-Identifier: Apache-2.0
package dev.baton.migrations;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Duty;
import dev.baton.Leadership;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlSettings;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

final class SpringIntegrationAfter {
    private SpringIntegrationAfter() {}

    // tag::configuration[]
    @Configuration
    static class Elections {
        @Bean // closed before the pool that it was made with
        Baton baton(@Value("${node.id}") String id, DataSource pool) {
            return Baton.node(id).start(SqlElector.on(pool).settings(SqlSettings.DEFAULT.withCreateSchema()));
        }

        @Bean
        Candidate imports(Baton baton, Importer importer) {
            return baton.stand("imports").duty(new ImportDuty(importer)).start();
        }
    }
    // end::configuration[]

    // tag::duty[]
    static final class ImportDuty implements Duty {
        private final Importer importer;

        ImportDuty(Importer importer) {
            this.importer = importer;
        }

        @Override
        public String name() {
            return "importer";
        }

        @Override
        public void start(Leadership leadership, Crash crash) {
            importer.start();
        }

        @Override
        public void stop() { // no other node leads before this has returned
            importer.stop();
        }
    }
    // end::duty[]
}
