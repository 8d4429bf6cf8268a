// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.Lifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextManager;

/** Where nothing would guard annotated methods, because Baton's auto-configuration is not there, nothing starts. */
@ExtendWith(OutputCaptureExtension.class)
class UnguardedTest {
    @Test
    void anApplicationThatExcludesTheAutoConfigurationDoesNotStart(CapturedOutput output) {
        assertThatThrownBy(() -> start(WithJob.class).close()).hasRootCauseInstanceOf(SetupException.class);

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("has @LeaderOnly, and Baton's auto-configuration is not part of this application")
                .contains("do not exclude dev.baton.spring.BatonAutoConfiguration");
    }

    @Test
    void norDoesOneWithALeaderOnlyBeanOrAFencedMethod() {
        assertThatThrownBy(() -> start(WithBean.class).close())
                .rootCause()
                .hasMessageContaining("The bean service has @LeaderOnly");
        assertThatThrownBy(() -> start(WithFenced.class).close())
                .rootCause()
                .hasMessageContaining("has @Fenced, and Baton's auto-configuration is not part");
    }

    @Test
    void norDoesASliceInATestWithoutStandaloneBaton() throws Exception {
        TestContext slice = new TestContextManager(Slice.class).getTestContext();

        assertThatThrownBy(slice::getApplicationContext)
                .rootCause()
                .isInstanceOfSatisfying(
                        SetupException.class,
                        it -> assertThat(it.action()).contains("add @StandaloneBaton to the test"));
    }

    @Test
    void oneThatHasNoSuchBeanStartsWithoutBaton() {
        try (ConfigurableApplicationContext context = start(Plain.class)) {
            assertThat(context.getBeanNamesForType(Elections.class)).isEmpty();
        }
    }

    /** With everything else that the starter has: the actuator, metrics, a DataSource and its transactions. */
    private static ConfigurableApplicationContext start(Class<?> application) {
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.main.banner-mode=off",
                        "spring.main.register-shutdown-hook=false",
                        "spring.datasource.generate-unique-name=true",
                        "spring.jmx.enabled=true",
                        "management.endpoints.jmx.exposure.include=baton",
                        "spring.autoconfigure.exclude=dev.baton.spring.BatonAutoConfiguration,"
                                + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
                                + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration")
                .run();
    }

    @Configuration
    @EnableAutoConfiguration
    static class Plain {}

    @Configuration
    @EnableAutoConfiguration
    @Import(Job.class)
    static class WithJob {}

    @Configuration
    @EnableAutoConfiguration
    static class WithBean {
        @Bean
        @LeaderOnly("nightly")
        Lifecycle service() {
            return new Lifecycle() {
                @Override
                public void start() {}

                @Override
                public void stop() {}

                @Override
                public boolean isRunning() {
                    return false;
                }
            };
        }
    }

    @Configuration
    @EnableAutoConfiguration
    @Import(Writer.class)
    static class WithFenced {}

    @JdbcTest
    @Import(Job.class)
    static class Slice {
        @SpringBootConfiguration
        @EnableAutoConfiguration
        static class Application {}
    }

    static class Job {
        @LeaderOnly("nightly")
        public void run() {}
    }

    static class Writer {
        @Fenced("nightly")
        public void write() {}
    }
}
