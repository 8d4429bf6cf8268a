// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring.actuate;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.spring.BatonAutoConfiguration;
import dev.baton.spring.BatonMetricsAutoConfiguration;
import dev.baton.spring.Elections;
import dev.baton.spring.RecordedFaults;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What an operator sees of a node. */
class ActuatorTest {
    @RegisterExtension
    private final RecordedFaults faults = new RecordedFaults();

    private final ApplicationContextRunner runner = faults.in(new ApplicationContextRunner())
            .withConfiguration(AutoConfigurations.of(
                    BatonAutoConfiguration.class,
                    BatonMetricsAutoConfiguration.class,
                    BatonEndpointAutoConfiguration.class,
                    BatonHealthAutoConfiguration.class))
            .withPropertyValues(
                    "baton.elector=standalone",
                    "baton.elections=nightly",
                    "baton.candidates.nightly.stop-timeout=5m",
                    "baton.node=node-1",
                    "management.endpoints.web.exposure.include=baton");

    @Test
    void theEndpointShowsTheNodeAndItsElections() {
        runner.run(context -> {
            BatonEndpoint endpoint = context.getBean(BatonEndpoint.class);
            awaitThat(
                    "the leader is seen",
                    () -> "node-1".equals(endpoint.election("nightly").leader()));

            BatonEndpoint.NodeView node = endpoint.node();
            assertThat(node.node()).isEqualTo("node-1");
            assertThat(node.guarantee()).contains("standalone");
            assertThat(node.elections()).singleElement().satisfies(it -> {
                assertThat(it.election()).isEqualTo("nightly");
                assertThat(it.leading()).isTrue();
                assertThat(it.epoch()).isEqualTo(1L);
                assertThat(it.duties())
                        .extracting(ElectionDetails.DutyView::name)
                        .contains("leader-only-methods");
            });
            assertThat(endpoint.election("unknown")).isNull();
        });
    }

    @Test
    void anOperatorHandsOver() {
        runner.run(context -> {
            BatonEndpoint endpoint = context.getBean(BatonEndpoint.class);
            Candidate candidate =
                    context.getBean(Elections.class).find("nightly").orElseThrow();
            awaitThat("leads", candidate::isLeader);

            assertThat(endpoint.handOver("unknown", null).getStatus()).isEqualTo(404);
            WebEndpointResponse<ElectionDetails> answer = endpoint.handOver("nightly", null);
            assertThat(answer.getStatus()).isEqualTo(202);
            awaitThat("gave up", () -> !candidate.isLeader());
            assertThat(endpoint.handOver("nightly", null).getStatus()).isEqualTo(409);
        });
    }

    @Test
    void theEndpointIsNotExposedUnlessAskedFor() {
        runner.withPropertyValues("management.endpoints.web.exposure.include=health")
                .run(context -> assertThat(context).doesNotHaveBean(BatonEndpoint.class));
    }

    @Test
    void aNodeThatStandsIsUpAndOneWhoseCandidateIsGoneIsDown() {
        runner.run(context -> {
            HealthIndicator health = context.getBean("batonHealthIndicator", HealthIndicator.class);
            Candidate candidate =
                    context.getBean(Elections.class).find("nightly").orElseThrow();
            awaitThat("leads", candidate::isLeader);

            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            assertThat(health.health().getDetails())
                    .containsEntry("node", "node-1")
                    .containsEntry("elections", Map.of("nightly", "this node leads"));

            candidate.close();
            assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
        });
    }

    @Test
    void theHealthIndicatorCanBeSwitchedOff() {
        runner.withPropertyValues("management.health.baton.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean("batonHealthIndicator"));
    }

    @Test
    void aNodeOnADatabaseIsMeasured() {
        runner.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues(
                        "baton.elector=sql",
                        "baton.sql.create-schema=true",
                        "baton.sql.lease=5m",
                        "baton.sql.renew-interval=100ms",
                        "spring.datasource.generate-unique-name=true")
                .run(context -> {
                    MeterRegistry registry = context.getBean(MeterRegistry.class);
                    awaitThat(
                            "leads", () -> registry.get("baton.leader").gauge().value() == 1);
                    awaitThat(
                            "renews",
                            () -> registry.get("baton.renewal").timer().count() > 0);
                    assertThat(registry.get("baton.guarantee.per.partition")
                                    .gauge()
                                    .value())
                            .isZero();
                    awaitThat(
                            "changes are counted",
                            () -> registry.find("baton.leader.changes").counters().stream()
                                    .anyMatch(it -> it.count() == 1));
                });
    }

    private static void awaitThat(String fact, BooleanSupplier holds) {
        eventually(fact, Duration.ofSeconds(60), holds, () -> "");
    }
}
