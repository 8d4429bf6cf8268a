// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.FaultHandler;
import dev.baton.sql.TestDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** An application that writes rows, by JDBC or by JPA, in fenced transactions. */
final class FencedApplication {
    private static final Logger LOG = LoggerFactory.getLogger(FencedApplication.class);

    private FencedApplication() {}

    /** How it writes. */
    enum Writes {
        JDBC(
                ByJdbc.class,
                "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
                        + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"),
        JPA(ByJpa.class, "");

        private final Class<?> configuration;
        private final String exclude;

        Writes(Class<?> configuration, String exclude) {
            this.configuration = configuration;
            this.exclude = exclude;
        }

        Class<?> configuration() {
            return configuration;
        }

        /** Auto-configurations that it goes without. */
        String exclude() {
            return exclude;
        }

        String cluster() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static ConfigurableApplicationContext start(
            TestDatabase database, Writes how, Duration lease, Consumer<Elections> await) {
        ConfigurableApplicationContext context = new SpringApplicationBuilder(how.configuration)
                .web(WebApplicationType.NONE)
                // A node that would end this process would end all tests.
                .initializers(it -> it.getBeanFactory()
                        .registerSingleton("faults", (FaultHandler) (what, cause) -> LOG.error(what, cause)))
                .properties(
                        "spring.main.banner-mode=off",
                        "spring.autoconfigure.exclude=" + how.exclude,
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password(),
                        // One for the elector, and one that all transactions share.
                        "spring.datasource.hikari.maximum-pool-size=2",
                        "spring.jpa.hibernate.ddl-auto=create",
                        "baton.cluster=" + how.cluster(),
                        "baton.elections=kept,template,annotated,job,resigned",
                        "baton.sql.create-schema=true",
                        "baton.sql.lease=" + lease)
                .run();
        await.accept(context.getBean(Elections.class));
        return context;
    }

    /** Writes a row, in the transaction of its caller. */
    @FunctionalInterface
    interface Writer {
        void write(long id);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({FencedWriter.class, Job.class})
    static class ByJdbc {
        @Bean
        Writer writer(JdbcTemplate jdbc) {
            jdbc.execute("CREATE TABLE written_jdbc (id BIGINT PRIMARY KEY)");
            return id -> jdbc.update("INSERT INTO written_jdbc VALUES (?)", id);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({FencedWriter.class, Job.class})
    static class ByJpa {
        @Bean
        Writer writer(EntityManager entities) {
            return id -> entities.persist(new Written(id));
        }
    }

    @Entity
    @Table(name = "written_jpa")
    static class Written {
        @Id
        private long id;

        Written() {}

        Written(long id) {
            this.id = id;
        }

        long id() {
            return id;
        }
    }

    static class FencedWriter {
        private final Writer writer;

        FencedWriter(Writer writer) {
            this.writer = writer;
        }

        @Transactional
        @Fenced("kept")
        public void writeAsKept(long id, Runnable then) {
            writer.write(id);
            then.run();
        }

        @Fenced("annotated")
        @Transactional
        public void writeAsAnnotated(long id, Runnable then) {
            writer.write(id);
            then.run();
        }

        @Transactional
        @Fenced
        public void writeInTheRun(long id, Runnable then) {
            writer.write(id);
            then.run();
        }

        @Fenced("kept")
        public void withoutTransaction() {}

        @Transactional(readOnly = true)
        @Fenced("kept")
        public void readOnly() {}

        @Transactional
        @Fenced
        public void withoutElection() {}
    }

    static class Job {
        private final FencedWriter fenced;

        Job(FencedWriter fenced) {
            this.fenced = fenced;
        }

        @LeaderOnly("kept")
        public void run(long id, Runnable then) {
            fenced.writeInTheRun(id, then);
        }

        @LeaderOnly("job")
        public void runDeposed(long id, Runnable then) {
            fenced.writeInTheRun(id, then);
        }
    }
}
