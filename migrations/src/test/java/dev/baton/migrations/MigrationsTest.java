// SPDX-License-Identifier: Apache-2.0
package dev.baton.migrations;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.spring.Elections;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlFence;
import dev.baton.sql.SqlSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanDefinitionCustomizer;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** Both sides of each guide do the job, on a database; Curator's before is in {@link CuratorBeforeTest}. */
class MigrationsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String EVERY_SECOND = "* * * * * *";
    private static final String NEVER = "-";
    private static final BeanDefinitionCustomizer CLOSED_BY_THE_TEST = bean -> bean.setDestroyMethodName("");

    private final Invoices invoices = new Invoices();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private HikariDataSource pool;

    @BeforeEach
    void open() throws SQLException {
        pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        Invoices.prepare(pool);
    }

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
        pool.close();
    }

    private <T extends AutoCloseable> T opened(T made) {
        opened.add(made);
        return made;
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int sent() {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT sent FROM invoices")) {
            row.next();
            return row.getInt(1);
        } catch (SQLException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    /** A replica of an application, by Spring. */
    private AnnotationConfigApplicationContext replica(String id, String cron, Importer importer, Class<?>... classes) {
        AnnotationConfigApplicationContext context = opened(new AnnotationConfigApplicationContext());
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("test", Map.of("node.id", id, "invoices.cron", cron)));
        context.registerBean(DataSource.class, () -> pool, CLOSED_BY_THE_TEST);
        context.registerBean(PlatformTransactionManager.class, () -> new DataSourceTransactionManager(pool));
        context.registerBean(JdbcTemplate.class, () -> new JdbcTemplate(pool));
        context.registerBean(Importer.class, () -> importer);
        context.register(classes);
        context.refresh();
        return context;
    }

    /** A replica of an application by Spring Boot, which has the starter. */
    private ConfigurableApplicationContext withStarter(String id, String cron, Importer importer, Class<?>... classes) {
        return opened(new SpringApplicationBuilder(Application.class)
                .sources(classes)
                .web(WebApplicationType.NONE)
                .initializers(context -> {
                    GenericApplicationContext beans = (GenericApplicationContext) context;
                    beans.registerBean(DataSource.class, () -> pool, CLOSED_BY_THE_TEST);
                    beans.registerBean(Importer.class, () -> importer);
                })
                .properties(
                        "spring.main.banner-mode=off",
                        "spring.main.register-shutdown-hook=false",
                        "baton.node=" + id,
                        "baton.elections=invoices,imports",
                        "baton.sql.create-schema=true",
                        "baton.candidates.invoices.stop-timeout=5m",
                        "baton.candidates.imports.stop-timeout=5m",
                        "invoices.cron=" + cron)
                .run());
    }

    @Configuration
    @EnableAutoConfiguration
    static class Application {}

    private static void awaitLeads(ConfigurableApplicationContext replica, String election) throws Exception {
        replica.getBean(Elections.class).whenLeading(election).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private void createShedLock() throws SQLException {
        execute("CREATE TABLE shedlock (name VARCHAR(64) PRIMARY KEY, lock_until TIMESTAMP NOT NULL,"
                + " locked_at TIMESTAMP NOT NULL, locked_by VARCHAR(255) NOT NULL)");
    }

    private Baton baton(String id) {
        return opened(Baton.node(id).start(SqlElector.on(pool).settings(SqlSettings.DEFAULT.withCreateSchema())));
    }

    @Test
    void shedLockSends() throws SQLException {
        createShedLock();

        replica("a", EVERY_SECOND, new Importer(), ShedLockBefore.class.getDeclaredClasses());

        eventually("invoices are sent", PATIENCE, () -> sent() > 0, () -> "");
    }

    @Test
    void insteadOfShedLockOnlyTheLeaderSends() throws Exception {
        var first = withStarter("a", NEVER, new Importer(), ShedLockAfter.class.getDeclaredClasses());
        awaitLeads(first, "invoices");
        var second = withStarter("b", NEVER, new Importer(), ShedLockAfter.class.getDeclaredClasses());

        second.getBean(ShedLockAfter.Job.class).send();
        assertThat(sent()).isZero();
        first.getBean(ShedLockAfter.Job.class).send();
        assertThat(sent()).isEqualTo(1);

        first.close();
        awaitLeads(second, "invoices");
        second.getBean(ShedLockAfter.Job.class).send();
        assertThat(sent()).isEqualTo(2);
    }

    @Test
    void insteadOfShedLockTheScheduleIsStillSprings() {
        withStarter("a", EVERY_SECOND, new Importer(), ShedLockAfter.class.getDeclaredClasses());

        eventually("invoices are sent", PATIENCE, () -> sent() > 0, () -> "");
    }

    @Test
    void besideReplicasWithShedLockTheLeaderTakesTheLockToo() throws Exception {
        createShedLock();
        var replica = withStarter(
                "a",
                NEVER,
                new Importer(),
                ShedLockBefore.Scheduling.class,
                ShedLockMeanwhile.Job.class,
                ShedLockAfter.InvoiceBook.class);
        awaitLeads(replica, "invoices");

        replica.getBean(ShedLockMeanwhile.Job.class).send();
        assertThat(sent()).isEqualTo(1);

        execute("UPDATE shedlock SET lock_until = TIMESTAMP '2999-01-01 00:00:00'"); // an old replica's run
        replica.getBean(ShedLockMeanwhile.Job.class).send();
        assertThat(sent()).isEqualTo(1);
    }

    @Test
    void springIntegrationStartsAndStopsTheService() throws SQLException {
        execute(
                "CREATE TABLE INT_LOCK (LOCK_KEY CHAR(36) NOT NULL, REGION VARCHAR(100) NOT NULL, CLIENT_ID CHAR(36),"
                        + " CREATED_DATE TIMESTAMP NOT NULL, EXPIRED_AFTER TIMESTAMP NOT NULL, PRIMARY KEY (LOCK_KEY, REGION))");
        Importer importer = new Importer();

        var context = replica(
                "a", NEVER, importer, SpringIntegrationBefore.Leadership.class, SpringIntegrationBefore.Imports.class);
        eventually("the service runs", PATIENCE, importer::isRunning, () -> "");
        context.getBean(LockRegistryLeaderInitiator.class).stop();

        eventually("the service is stopped", PATIENCE, () -> !importer.isRunning(), () -> "");
    }

    @Test
    void insteadOfSpringIntegrationALeaderOnlyBeanStartsAndStopsTheService() {
        Importer one = new Importer();
        Importer other = new Importer();

        var first = withStarter("a", NEVER, one, SpringIntegrationAfter.Imports.class);
        eventually("the service runs", PATIENCE, one::isRunning, () -> "");
        withStarter("b", NEVER, other, SpringIntegrationAfter.Imports.class);
        assertThat(other.isRunning()).isFalse();
        first.close();

        assertThat(one.isRunning()).isFalse();
        eventually("the service runs on the other", PATIENCE, other::isRunning, () -> "");
        assertThat(one.starts()).isEqualTo(1);
    }

    @Test
    void aLockTableLetsOneReplicaSend() throws SQLException {
        execute(LockTableBefore.TABLE);
        execute("INSERT INTO job_lock VALUES ('invoices', NULL, TIMESTAMP '2000-01-01 00:00:00')");

        new LockTableBefore(pool, invoices, "a").onTimer();
        new LockTableBefore(pool, invoices, "b").onTimer();

        assertThat(sent()).isEqualTo(1);
    }

    @Test
    void insteadOfALockTableADutySends() {
        opened(LockTableAfter.start(pool, invoices, "a"));

        eventually("invoices are sent", PATIENCE, () -> sent() > 0, () -> "");
    }

    @Test
    void insteadOfALatchACandidateSends() throws Exception {
        Baton baton = baton("a");
        SqlFence fence = baton.elector(SqlElector.class).fence();
        Candidate election = CuratorAfter.stand(baton);
        election.whenLeading().get();

        CuratorAfter.onTimer(election, fence, pool, invoices);

        assertThat(sent()).isEqualTo(1);
    }

    @Test
    void insteadOfASelectorADutySends() {
        CuratorAfter.selector(baton("a"), pool, invoices);

        eventually("invoices are sent", PATIENCE, () -> sent() > 0, () -> "");
    }
}
