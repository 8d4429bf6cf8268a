// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Leadership;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Two databases, and a fence in one of them: a transaction on the other one is not fenced by it. */
class TransactionElsewhereTest {
    @RegisterExtension
    private final RecordedFaults faults = new RecordedFaults();

    private final JdbcDataSource elsewhere = new JdbcDataSource();

    TransactionElsewhereTest() {
        elsewhere.setURL("jdbc:h2:mem:" + UUID.randomUUID());
    }

    private ApplicationContextRunner runner(FencedApplication.Writes how) {
        return faults.in(new ApplicationContextRunner())
                .withUserConfiguration(how.configuration())
                .withPropertyValues(
                        "spring.autoconfigure.exclude=" + how.exclude(),
                        "spring.datasource.generate-unique-name=true",
                        // A connection looks as if it were in a transaction.
                        "spring.datasource.hikari.auto-commit=false",
                        "spring.jpa.hibernate.ddl-auto=create",
                        "baton.elections=kept,annotated,job",
                        "baton.sql.create-schema=true",
                        // Also on a busy machine the lease outlasts the test.
                        "baton.sql.lease=10m",
                        "baton.candidates.kept.stop-timeout=5m");
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionThatIsUsedBesideATransactionElsewhereIsNotTheTransactions(FencedApplication.Writes how) {
        runner(how).run(context -> {
            TransactionFence fence = context.getBean(TransactionFence.class);
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            Leadership leadership = leadership(context);

            assertThatThrownBy(() -> new TransactionTemplate(new JdbcTransactionManager(elsewhere))
                            .executeWithoutResult(status -> {
                                jdbc.queryForObject("SELECT 1", Integer.class);
                                fence.enlist(leadership);
                            }))
                    .hasMessageContaining("the transaction is not on the DataSource that fences are in");
        });
    }

    @ParameterizedTest
    @EnumSource
    void theTransactionsOwnConnectionIsFencedHoweverItIsUsedBesides(FencedApplication.Writes how) {
        runner(how).run(context -> {
            TransactionFence fence = context.getBean(TransactionFence.class);
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            FencedApplication.Writer writer = context.getBean(FencedApplication.Writer.class);
            Leadership leadership = leadership(context);

            new TransactionTemplate(context.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
                jdbc.queryForObject("SELECT 1", Integer.class);
                new JdbcTemplate(elsewhere).queryForObject("SELECT 1", Integer.class);
                fence.enlist(leadership);
                writer.write(1);
            });

            assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM written_" + how.cluster(), Integer.class))
                    .isEqualTo(1);
        });
    }

    private static Leadership leadership(ApplicationContext context) throws Exception {
        return context.getBean(Elections.class).whenLeading("kept").get(60, TimeUnit.SECONDS);
    }
}
