// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static dev.baton.spring.LeaderOnlyMethodTest.awaitLeads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.NotLeaderException;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlSettings;
import dev.baton.sql.TestDatabase;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The commit of a leader that was replaced is refused, however the application writes. On a real database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FencedCommitContract {
    /** Long enough that the deposed leader does not find out by a renewal. */
    private static final Duration LEASE = Duration.ofMinutes(10);

    private final Map<FencedApplication.Writes, ConfigurableApplicationContext> applications =
            new EnumMap<>(FencedApplication.Writes.class);

    abstract TestDatabase database();

    /** SQL for the time an hour ago, as the lease table has it. */
    abstract String anHourAgo();

    /** A query for the limit of a session that stands still in a transaction, in any unit. */
    abstract String idleLimit();

    @AfterAll
    void close() {
        applications.values().forEach(ConfigurableApplicationContext::close);
    }

    @ParameterizedTest
    @EnumSource
    void aLeadersCommitIsWritten(FencedApplication.Writes how) {
        Application application = application(how);
        FencedApplication.Writer writer = application.get(FencedApplication.Writer.class);

        application.template().executeWithoutResult("kept", status -> writer.write(1));
        application.get(FencedApplication.FencedWriter.class).writeAsKept(2, () -> {});
        application.get(FencedApplication.Job.class).run(3, () -> {});

        assertThat(application.written()).isEqualTo("1,2,3");
    }

    @ParameterizedTest
    @EnumSource
    void aDeposedLeadersCommitByTemplateIsRefused(FencedApplication.Writes how) {
        Application application = application(how);
        FencedApplication.Writer writer = application.get(FencedApplication.Writer.class);

        assertThatThrownBy(() -> application.template().executeWithoutResult("template", status -> {
                    writer.write(100);
                    application.takeOver("template");
                }))
                .isInstanceOf(FencedException.class);

        assertThat(application.written(100)).isEqualTo("0");
    }

    @ParameterizedTest
    @EnumSource
    void aDeposedLeadersCommitByAnnotationIsRefused(FencedApplication.Writes how) {
        Application application = application(how);
        FencedApplication.FencedWriter fenced = application.get(FencedApplication.FencedWriter.class);

        assertThatThrownBy(() -> fenced.writeAsAnnotated(101, () -> application.takeOver("annotated")))
                .isInstanceOf(FencedException.class);

        assertThat(application.written(101)).isEqualTo("0");
    }

    @ParameterizedTest
    @EnumSource
    void aDeposedLeadersJobIsRefused(FencedApplication.Writes how) {
        Application application = application(how);
        FencedApplication.Job job = application.get(FencedApplication.Job.class);

        assertThatThrownBy(() -> job.runDeposed(102, () -> application.takeOver("job")))
                .isInstanceOf(FencedException.class);

        assertThat(application.written(102)).isEqualTo("0");
    }

    @ParameterizedTest
    @EnumSource
    void workThatFailsIsRolledBackAndTellsItsOwnReason(FencedApplication.Writes how) {
        Application application = application(how);

        assertThatThrownBy(() -> application
                        .get(FencedApplication.FencedWriter.class)
                        .writeAsKept(103, () -> {
                            throw new IllegalStateException("for the test");
                        }))
                .hasMessage("for the test");

        assertThat(application.written(103)).isEqualTo("0");
    }

    @ParameterizedTest
    @EnumSource
    void aProcessThatStandsStillInATransactionIsNotWaitedForForEver(FencedApplication.Writes how) {
        Application application = application(how);
        JdbcTemplate jdbc = application.get(JdbcTemplate.class);
        String before = jdbc.queryForObject(idleLimit(), String.class);

        String within =
                application.template().execute("kept", status -> jdbc.queryForObject(idleLimit(), String.class));

        assertThat(within).isNotEqualTo(before);
        assertThat(jdbc.queryForObject(idleLimit(), String.class)).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void whatCannotBeFencedIsRefused(FencedApplication.Writes how) {
        Application application = application(how);
        FencedApplication.FencedWriter fenced = application.get(FencedApplication.FencedWriter.class);
        TransactionFence fence = application.get(TransactionFence.class);
        Leadership leadership = application.get(Elections.class).require("kept");

        assertThatThrownBy(fenced::withoutTransaction).hasMessageContaining("there is no transaction");
        assertThatThrownBy(fenced::readOnly).hasMessageContaining("the transaction is read-only");
        assertThatThrownBy(fenced::withoutElection).hasMessageContaining("names no election");
        DriverManagerDataSource another = new DriverManagerDataSource(
                database().url(), database().user(), database().password());
        assertThatThrownBy(() -> new TransactionTemplate(new JdbcTransactionManager(another))
                        .executeWithoutResult(status -> fence.enlist(leadership)))
                .hasMessageContaining("not on the DataSource");
    }

    @ParameterizedTest
    @EnumSource
    void aNodeThatDoesNotLeadDoesNotBegin(FencedApplication.Writes how) throws Exception {
        Application application = application(how);
        Elections elections = application.get(Elections.class);
        Candidate candidate = elections.find("resigned").orElseThrow();
        Leadership over = candidate.requireLeadership();
        candidate.setEligible(false);
        LeaderOnlyMethodTest.awaitThat("gave up", () -> candidate.status().state() == Candidate.State.STANDBY);

        assertThatThrownBy(() -> application.template().executeWithoutResult("resigned", status -> {}))
                .isInstanceOf(NotLeaderException.class);
        assertThatThrownBy(() -> application.template().executeWithoutResult(over, status -> {}))
                .isInstanceOf(NotLeaderException.class);
    }

    private Application application(FencedApplication.Writes how) {
        ConfigurableApplicationContext context = applications.computeIfAbsent(
                how,
                it -> FencedApplication.start(
                        database(),
                        it,
                        LEASE,
                        elections -> elections.names().forEach(name -> awaitLeads(elections, name.value()))));
        return new Application(context, how);
    }

    /** One application, and what happens around it. */
    private final class Application {
        private final ConfigurableApplicationContext context;
        private final String cluster;

        Application(ConfigurableApplicationContext context, FencedApplication.Writes how) {
            this.context = context;
            this.cluster = how.cluster();
        }

        <T> T get(Class<T> bean) {
            return context.getBean(bean);
        }

        FencedTransactionTemplate template() {
            assertThat(get(PlatformTransactionManager.class).getClass().getSimpleName())
                    .startsWith(cluster.equals("jpa") ? "JpaTransactionManager" : "JdbcTransactionManager");
            return get(FencedTransactionTemplate.class);
        }

        /** Lets the lease run out without the leader's knowledge, as if its clock stood still, and elects another node. */
        void takeOver(String election) {
            database()
                    .run("UPDATE baton_lease SET expires_at = " + anHourAgo() + " WHERE cluster_name = '" + cluster
                            + "' AND election = '" + election + "'");
            SqlSettings settings = SqlSettings.DEFAULT.withLease(LEASE).withCluster(cluster);
            try (Baton other = Baton.node("other")
                    .start(SqlElector.on(database().database()).settings(settings))) {
                other.stand(election).start().whenLeading().get(60, TimeUnit.SECONDS);
            } catch (Exception failed) {
                throw new AssertionError(failed);
            }
        }

        String written(long id) {
            return database().ask("SELECT COUNT(*) FROM written_" + cluster + " WHERE id = " + id);
        }

        String written() {
            String ids = "";
            for (long id = 1; id <= 3; id++) {
                ids += written(id).equals("1") ? (ids.isEmpty() ? "" : ",") + id : "";
            }
            return ids;
        }
    }
}
