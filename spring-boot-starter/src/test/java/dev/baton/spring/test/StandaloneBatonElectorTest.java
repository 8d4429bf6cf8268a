// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.ElectorFactory;
import dev.baton.spring.Elections;
import dev.baton.spring.LeaderOnly;
import dev.baton.sql.SqlElector;
import java.util.concurrent.TimeUnit;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;

/** An application that has an elector of its own is tested without it. */
@SpringBootTest(properties = "baton.elections=nightly")
@StandaloneBaton
class StandaloneBatonElectorTest {
    @Autowired
    private Elections elections;

    @Autowired
    private ElectorFactory<?> elector;

    @Autowired
    private Job job;

    @Test
    void itsElectorIsReplaced() throws Exception {
        elections.whenLeading("nightly").get(60, TimeUnit.SECONDS);

        assertThat(job.epoch()).isEqualTo(1);
        assertThat(elector.getClass().getName()).doesNotContain("Sql");
    }

    @SpringBootConfiguration
    static class Application {
        /** On a database that nobody has started. */
        @Bean
        ElectorFactory<?> elector() {
            JdbcDataSource absent = new JdbcDataSource();
            absent.setURL("jdbc:h2:tcp://127.0.0.1:1/mem:absent");
            return SqlElector.on(absent);
        }

        @Bean
        Job job(Elections elections) {
            return new Job(elections);
        }
    }

    static class Job {
        private final Elections elections;

        Job(Elections elections) {
            this.elections = elections;
        }

        @LeaderOnly("nightly")
        public long epoch() {
            return elections.require("nightly").epoch().value();
        }
    }
}
