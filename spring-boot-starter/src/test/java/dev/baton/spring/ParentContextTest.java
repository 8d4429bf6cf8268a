// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static dev.baton.spring.LeaderOnlyMethodTest.awaitThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.spring.ContextsInOneProcessTest.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A parent context with the node, and a child, auto-configured as well, that uses it. */
class ParentContextTest {
    @RegisterExtension
    private final RecordedFaults faults = new RecordedFaults();

    @Test
    void theChildsMethodsRunUnderTheParentsLeadership() {
        try (ConfigurableApplicationContext parent = builder(Parent.class).run();
                ConfigurableApplicationContext child =
                        builder(Child.class).parent(parent).run()) {
            Elections elections = parent.getBean(Elections.class);
            awaitThat("it leads", () -> elections.whenLeading("nightly").isDone());

            child.getBean(Job.class).run();

            assertThat(child.getBean(Job.class).runs()).isEqualTo(1);
            assertThat(child.getBean(Elections.class)).isSameAs(elections);
            assertThat(child.getBean(Baton.class)).isSameAs(parent.getBean(Baton.class));
            elections.find("nightly").orElseThrow().setEligible(false);
            awaitThat("it has left", () -> !elections.isLeader("nightly"));
            child.getBean(Job.class).run();
            assertThat(child.getBean(Job.class).runs()).isEqualTo(1);
        }
    }

    @Test
    void aBeanOfTheChildThatLeadershipWouldStartIsRefused() {
        try (ConfigurableApplicationContext parent = builder(Parent.class).run()) {
            SpringApplicationBuilder child = builder(ChildWithADuty.class).parent(parent);

            assertThatThrownBy(child::run)
                    .rootCause()
                    .hasMessageContaining("in a context whose parent has Baton's node");
        }
    }

    private SpringApplicationBuilder builder(Class<?> source) {
        return new SpringApplicationBuilder(source)
                .web(WebApplicationType.NONE)
                .initializers(context -> context.getBeanFactory().registerSingleton("faults", faults))
                .properties(
                        "spring.main.banner-mode=off",
                        "spring.main.register-shutdown-hook=false",
                        "baton.elector=standalone",
                        "baton.elections=nightly");
    }

    @Configuration
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
                "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
            })
    static class Parent {}

    @Configuration
    static class Child extends Parent {
        @Bean
        Job job() {
            return new Job();
        }
    }

    @Configuration
    static class ChildWithADuty extends Parent {
        @Bean
        LeaderOnlyBeanTest.Consumer consumer() {
            return new LeaderOnlyBeanTest.Consumer(new LeaderOnlyBeanTest.Diary());
        }
    }
}
