// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.ElectorFactory;
import dev.baton.standalone.StandaloneElector;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.annotation.Scheduled;

/** The usual mistakes: the application does not start, and is told what to change. */
@ExtendWith(OutputCaptureExtension.class)
class SetupFailuresTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(BatonAutoConfiguration.class))
            .withPropertyValues("baton.elections=nightly,hourly");

    private final ApplicationContextRunner standalone = runner.withPropertyValues("baton.elector=standalone");

    @Test
    void theAnalysisIsPrinted(CapturedOutput output) {
        SpringApplication application = new SpringApplication(WithoutDatabase.class);
        application.setWebApplicationType(WebApplicationType.NONE);

        assertThat(failureOf(() -> application.run("--baton.elections=nightly").close()))
                .isNotNull();

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Baton decides elections on the application's DataSource, and there is none.")
                .contains("set baton.elector=raft, registry or bully");
    }

    static Throwable failureOf(Runnable start) {
        try {
            start.run();
            return null;
        } catch (RuntimeException failed) {
            return failed;
        }
    }

    @Test
    void aMissingDataSource() {
        assertRefused(runner, "there is none", "spring.datasource.url");
    }

    @Test
    void severalDataSources() {
        assertRefused(runner.withUserConfiguration(TwoSources.class), "there are several", "@Primary");
    }

    @Test
    void twoElectors() {
        assertRefused(
                runner.withUserConfiguration(TwoElectors.class),
                "two electors or more, the beans one, other",
                "Remove all beans of type ElectorFactory but one");
    }

    @Test
    void anElectorBesideTheProperty() {
        assertRefused(
                standalone.withUserConfiguration(OneElector.class),
                "the bean only, and baton.elector=standalone",
                "Remove the bean, or the property");
    }

    @Test
    void anElectionThatNobodyKnowsOnAMethod() {
        assertRefused(
                standalone.withBean(UnknownElection.class),
                "SetupFailuresTest$UnknownElection.run() names the election \"nigthly\"",
                "baton.elections, which is hourly,nightly");
    }

    @Test
    void noElectionAtAll() {
        assertRefused(
                standalone.withPropertyValues("baton.elections=").withBean(UnknownElection.class),
                "names the election \"nigthly\"",
                "Set baton.elections=nigthly.");
    }

    @Test
    void anElectionThatNobodyKnowsOnABean() {
        assertRefused(
                standalone.withBean("odd", UnknownOnClass.class), "on the bean odd names the election \"weekly\"", "");
    }

    @Test
    void anElectionThatNobodyKnowsOnAFencedMethod() {
        assertRefused(standalone.withBean(UnknownFenced.class), "@Fenced on", "");
    }

    @Test
    void settingsOfAnElectionThatNobodyKnows() {
        assertRefused(
                standalone.withPropertyValues("baton.candidates.weekly.priority=3"),
                "baton.candidates.weekly",
                "Add weekly to baton.elections");
    }

    @Test
    void anElectionInUpperCase() {
        assertRefused(
                standalone.withPropertyValues("baton.elections=nightlyReport"),
                "baton.elections is refused: election name \"nightlyReport\" is not a name",
                "lower case, as in nightly-report");
    }

    @Test
    void aNodeInUpperCase() {
        assertRefused(
                standalone.withPropertyValues("baton.node=WEB-1.Example.com"),
                "baton.node is refused: node id \"WEB-1.Example.com\" is not a name",
                "such as web-1.example.com");
    }

    @Test
    void aPriorityThatIsNone() {
        assertRefused(
                standalone.withPropertyValues("baton.candidates.nightly.priority=300"),
                "below baton.candidates.nightly are refused: priority 300 must be from 0 to 100",
                "Correct what is named above");
    }

    @Test
    void aPortThatIsInUse() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();
            assertRefused(
                    runner.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
                            .withPropertyValues(
                                    "spring.datasource.generate-unique-name=true",
                                    "baton.sql.create-schema=true",
                                    "baton.sql.lease=10m",
                                    "baton.peer.enabled=true",
                                    "baton.peer.bind=" + address),
                    "cannot listen on bind " + address,
                    "baton.peer.bind");
        }
    }

    @Test
    void aLeaderOnlyBeanThatStartsByItself() {
        assertRefused(
                standalone.withBean("eager", Eager.class),
                "eager is @LeaderOnly, and starts by itself",
                "isAutoStartup()");
    }

    @Test
    void aLeaderOnlyBeanThatCannotBeStarted() {
        assertRefused(
                standalone.withUserConfiguration(NothingToStart.class),
                "neither a Lifecycle nor a Duty",
                "on its methods");
    }

    @Test
    void timingsThatBreakTheRulesOfLeases() {
        assertRefused(
                runner.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
                        .withPropertyValues("baton.sql.lease=3s", "baton.sql.renew-interval=2s"),
                "renewInterval 2s must be under half of lease 3s",
                "Change baton.sql.lease");
    }

    @Test
    void aWindDownThatIsLongerThanALeaseIsCertain() {
        assertRefused(
                runner.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
                        .withPropertyValues("baton.sql.create-schema=true", "baton.candidates.nightly.wind-down=20s"),
                "windDown 20s",
                "baton.candidates");
    }

    @Test
    void missingTables() {
        assertRefused(
                runner.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
                        .withPropertyValues(
                                "spring.datasource.generate-unique-name=true",
                                // Also on a busy machine the database answers in time.
                                "baton.sql.lease=10m"),
                "baton_lease",
                "baton.sql.create-schema=true");
    }

    @Test
    void aPoolWhoseOnlyConnectionBatonWouldKeep() {
        assertRefused(
                runner.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
                        .withPropertyValues("spring.datasource.hikari.maximum-pool-size=1"),
                "The pool of the DataSource has one connection",
                "Set spring.datasource.hikari.maximum-pool-size to 2 or more");
    }

    @Test
    void aFencedMethodWithoutADataSource() {
        assertRefused(standalone.withBean("writer", KnownFenced.class), "@Fenced is in the bean writer", "@Primary");
    }

    @Test
    void aPeerChannelWithoutASecretOnAPublicAddress() {
        assertRefused(
                runner.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
                        .withPropertyValues("baton.peer.enabled=true", "baton.peer.bind=192.0.2.1:7450"),
                "secret must be set",
                "baton.peer");
    }

    static void assertRefused(ApplicationContextRunner runner, String description, String action) {
        AtomicReference<Environment> environment = new AtomicReference<>();
        runner.withInitializer(it -> environment.set(it.getEnvironment())).run(context -> {
            assertThat(context).hasFailed();
            FailureAnalysis analysis = new SetupFailureAnalyzer().analyze(context.getStartupFailure());
            if (analysis == null) {
                analysis = new ConfigurationFailureAnalyzer(environment.get()).analyze(context.getStartupFailure());
            }
            assertThat(analysis)
                    .as("analysis of %s", context.getStartupFailure())
                    .isNotNull();
            assertThat(analysis.getDescription()).contains(description);
            assertThat(analysis.getAction()).contains(action);
        });
    }

    @Configuration
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration"
            })
    static class WithoutDatabase {}

    @Configuration
    static class TwoSources {
        @Bean
        DataSource one() {
            return new JdbcDataSource();
        }

        @Bean
        DataSource other() {
            return new JdbcDataSource();
        }
    }

    @Configuration
    static class TwoElectors {
        @Bean
        ElectorFactory<?> one() {
            return StandaloneElector.inMemory();
        }

        @Bean
        ElectorFactory<?> other() {
            return StandaloneElector.inMemory();
        }
    }

    @Configuration
    static class OneElector {
        @Bean
        ElectorFactory<?> only() {
            return StandaloneElector.inMemory();
        }
    }

    static class UnknownElection {
        @Scheduled(fixedDelay = 10)
        @LeaderOnly("nigthly")
        void run() {}
    }

    @LeaderOnly("weekly")
    static class UnknownOnClass {
        public void run() {}
    }

    static class UnknownFenced {
        @Fenced("weekly")
        public void run() {}
    }

    static class KnownFenced {
        @Fenced("nightly")
        public void run() {}
    }

    @LeaderOnly("nightly")
    static class Eager implements SmartLifecycle {
        @Override
        public void start() {}

        @Override
        public void stop() {}

        @Override
        public boolean isRunning() {
            return false;
        }
    }

    @Configuration
    static class NothingToStart {
        @Bean
        @LeaderOnly("nightly")
        StringBuilder text() {
            return new StringBuilder();
        }
    }
}
