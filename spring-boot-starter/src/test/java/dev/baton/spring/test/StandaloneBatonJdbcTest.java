// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring.test;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.spring.Elections;
import dev.baton.spring.Fenced;
import dev.baton.spring.FencedTransactionTemplate;
import dev.baton.spring.LeaderOnly;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** In a slice, which by itself has nothing of Baton, leader-only methods and fenced transactions do what they do elsewhere. */
@JdbcTest(properties = "baton.elections=nightly")
@StandaloneBaton
@Import({StandaloneBatonJdbcTest.Job.class, StandaloneBatonJdbcTest.Writer.class})
class StandaloneBatonJdbcTest {
    @Autowired
    private Elections elections;

    @Autowired
    private Job job;

    @Autowired
    private Writer writer;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private FencedTransactionTemplate transactions;

    @Test
    void aLeaderOnlyMethodRunsWhileTheTestsNodeLeadsAndNotOtherwise() throws Exception {
        jdbc.execute("CREATE TABLE IF NOT EXISTS written (epoch BIGINT)");
        Candidate candidate = elections.find("nightly").orElseThrow();
        Leadership won = elections.whenLeading("nightly").get(60, TimeUnit.SECONDS);

        job.run();
        assertThat(jdbc.queryForList("SELECT epoch FROM written", Long.class))
                .containsExactly(won.epoch().value());

        candidate.setEligible(false); // which also ends the leadership, a moment later
        try {
            eventually("leadership has ended", Duration.ofSeconds(60), () -> !candidate.isLeader(), candidate::status);
            job.run();
            assertThat(jdbc.queryForList("SELECT epoch FROM written", Long.class))
                    .hasSize(1);
        } finally {
            candidate.setEligible(true); // for the other test, which has the same application context
        }
    }

    @Test
    void fencedMethodsAndTransactionsAreFenced() throws Exception {
        elections.whenLeading("nightly").get(60, TimeUnit.SECONDS);

        transactions.executeWithoutResult("nightly", status -> {});
        // Not called by a leader-only method: the fence is asked, and says so.
        assertThatThrownBy(writer::write).hasMessageContaining("names no election");
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}

    static class Job {
        private final Writer writer;

        Job(Writer writer) {
            this.writer = writer;
        }

        @LeaderOnly("nightly")
        public void run() {
            writer.write();
        }
    }

    static class Writer {
        private final JdbcTemplate jdbc;
        private final Elections elections;

        Writer(JdbcTemplate jdbc, Elections elections) {
            this.jdbc = jdbc;
            this.elections = elections;
        }

        @Transactional
        @Fenced
        public void write() {
            jdbc.update(
                    "INSERT INTO written VALUES (?)",
                    elections.require("nightly").epoch().value());
        }
    }
}
