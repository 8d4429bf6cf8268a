// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static dev.baton.spring.LeaderOnlyMethodTest.awaitThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Applications that share a process, and by default an id: in tests whose contexts are cached, and after a restart by devtools. */
class ContextsInOneProcessTest {
    @RegisterExtension
    private final RecordedFaults faults = new RecordedFaults();

    private final String database = "contexts-" + UUID.randomUUID();
    private final List<ConfigurableApplicationContext> applications = new ArrayList<>();

    @AfterEach
    void close() {
        applications.forEach(ConfigurableApplicationContext::close);
    }

    @Test
    void ofTwoOneLeadsAndEachHasAnIdOfItsOwn() {
        ConfigurableApplicationContext first = start();
        awaitLeads(first);
        ConfigurableApplicationContext second = start();
        awaitSees(second);

        String id = first.getBean(Baton.class).node().id().value();
        assertThat(second.getBean(Baton.class).node().id().value()).isNotEqualTo(id);
        assertThat(leads(second)).isFalse();
        first.close();
        awaitLeads(second);
        assertThat(elections(second).require("nightly").epoch().value()).isEqualTo(2);
        assertThat(start().getBean(Baton.class).node().id().value()).isEqualTo(id);
    }

    @Test
    void oneThatIsPausedLeavesItsElectionsAndComesBack() {
        ConfigurableApplicationContext first = start();
        awaitLeads(first);

        first.pause();
        assertThat(leads(first)).isFalse();
        ConfigurableApplicationContext second = start();
        awaitLeads(second);
        int runs = first.getBean(Job.class).runs();
        first.getBean(Job.class).run();
        assertThat(first.getBean(Job.class).runs()).isEqualTo(runs);

        second.pause();
        first.restart();
        awaitLeads(first);
        first.getBean(Job.class).run();
        assertThat(first.getBean(Job.class).runs()).isEqualTo(runs + 1);
        assertThat(elections(first).require("nightly").epoch().value()).isEqualTo(3);
    }

    private ConfigurableApplicationContext start() {
        ConfigurableApplicationContext started = builder(Application.class).run();
        applications.add(started);
        return started;
    }

    private SpringApplicationBuilder builder(Class<?> source, String... more) {
        return new SpringApplicationBuilder(source)
                .web(WebApplicationType.NONE)
                .initializers(context -> context.getBeanFactory().registerSingleton("faults", faults))
                .properties(Stream.concat(
                                Stream.of(
                                        "spring.main.banner-mode=off",
                                        "spring.main.register-shutdown-hook=false",
                                        "spring.jmx.enabled=false",
                                        "spring.datasource.url=jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1",
                                        "baton.elections=nightly",
                                        "baton.sql.create-schema=true"),
                                Stream.of(more))
                        .toArray(String[]::new));
    }

    private static void awaitLeads(ConfigurableApplicationContext application) {
        awaitThat(
                "it leads", () -> elections(application).whenLeading("nightly").isDone() && leads(application));
    }

    private static void awaitSees(ConfigurableApplicationContext application) {
        awaitThat(
                "it sees who leads",
                () -> elections(application).leader("nightly").isPresent());
    }

    private static boolean leads(ConfigurableApplicationContext application) {
        return elections(application).isLeader("nightly");
    }

    private static Elections elections(ConfigurableApplicationContext application) {
        return application.getBean(Elections.class);
    }

    @Configuration
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
                "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
            })
    static class Application {
        @Bean
        Job job() {
            return new Job();
        }
    }

    static class Job {
        private final AtomicInteger runs = new AtomicInteger();

        @LeaderOnly("nightly")
        public void run() {
            runs.incrementAndGet();
        }

        public int runs() {
            return runs.get();
        }
    }
}
