// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.FencedException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.FileSystemResource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** Elections are decided elsewhere, with epochs that last, and the application's transactions pass the fence in its database. */
class FenceBesideAnotherElectorTest {
    @RegisterExtension
    private final RecordedFaults faults = new RecordedFaults();

    @TempDir
    private Path folder;

    private ApplicationContextRunner runner() {
        return faults.in(new ApplicationContextRunner())
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        BatonAutoConfiguration.class,
                        BatonTransactionAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.generate-unique-name=true",
                        "baton.elector=standalone",
                        "baton.standalone.state-file=" + folder.resolve("epochs"),
                        "baton.cluster=beside",
                        "baton.elections=nightly",
                        "baton.candidates.nightly.stop-timeout=5m");
    }

    @Test
    void aCommitPassesAndLeavesItsEpochAndOneOfAReplacedLeaderIsRefused() {
        runner().run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            new ResourceDatabasePopulator(new FileSystemResource("../docs/sql/h2.sql")).execute(jdbc.getDataSource());
            jdbc.execute("CREATE TABLE written (id INT)");
            FencedTransactionTemplate transactions = transactions(context.getBean(Elections.class), context);

            transactions.executeWithoutResult("nightly", status -> jdbc.update("INSERT INTO written VALUES (1)"));

            assertThat(jdbc.queryForMap("SELECT * FROM baton_fence"))
                    .containsEntry("cluster_name", "beside")
                    .containsEntry("election", "nightly")
                    .containsEntry("epoch", 1L);

            jdbc.update("UPDATE baton_fence SET epoch = 2"); // as a later leader's commit does
            assertThatThrownBy(() -> transactions.executeWithoutResult(
                            "nightly", status -> jdbc.update("INSERT INTO written VALUES (2)")))
                    .isInstanceOf(FencedException.class);
            assertThat(jdbc.queryForList("SELECT id FROM written", Integer.class))
                    .containsExactly(1);
        });
    }

    @Test
    void withoutTheTableOfTheFenceNothingIsCommitted() {
        runner().run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.execute("CREATE TABLE written (id INT)");
            FencedTransactionTemplate transactions = transactions(context.getBean(Elections.class), context);

            assertThatThrownBy(() -> transactions.executeWithoutResult(
                            "nightly", status -> jdbc.update("INSERT INTO written VALUES (1)")))
                    .isInstanceOf(DataAccessException.class)
                    .hasStackTraceContaining("baton_fence");
            assertThat(jdbc.queryForList("SELECT id FROM written", Integer.class))
                    .isEmpty();
        });
    }

    private static FencedTransactionTemplate transactions(Elections elections, ApplicationContext context)
            throws Exception {
        elections.find("nightly").orElseThrow().whenLeading().get(60, TimeUnit.SECONDS);
        return context.getBean(FencedTransactionTemplate.class);
    }
}
