// SPDX-License-Identifier: Apache-2.0
package dev.baton.micrometer;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Duty;
import dev.baton.standalone.StandaloneElector;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatonMetricsTest {
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final BatonMetrics metrics = new BatonMetrics(registry);
    private final Baton baton = Baton.node("node-1").start(StandaloneElector.inMemory());

    @AfterEach
    void close() {
        baton.close();
    }

    @Test
    void gaugesAskTheCandidateAtTheMoment() throws Exception {
        Candidate candidate = baton.stand("nightly").start();
        metrics.watch(candidate);
        candidate.whenLeading().get();

        assertThat(gauge("baton.leader")).isEqualTo(1);
        assertThat(gauge("baton.eligible")).isEqualTo(1);
        assertThat(gauge("baton.lease.left.seconds")).isPositive();
        awaitThat("the leader is seen", () -> gauge("baton.epoch") == 1);

        candidate.close();
        assertThat(gauge("baton.leader")).isZero();
    }

    @Test
    void aNodeThatNeverLeadsIsNotEligible() {
        metrics.watch(baton.stand("nightly").start(), false);

        assertThat(gauge("baton.eligible")).isZero();
    }

    @Test
    void theNextCandidateOfAnElectionTakesThePlaceOfTheFormerOne() throws Exception {
        Candidate first = baton.stand("nightly").start();
        metrics.watch(first);
        first.close();

        Candidate second = baton.stand("nightly").start();
        metrics.watch(second);
        second.whenLeading().get();

        assertThat(gauge("baton.leader")).isEqualTo(1);
    }

    @Test
    void countsWhatHappens() throws Exception {
        Candidate candidate =
                baton.stand("nightly").listener(metrics.listener("nightly")).start();
        candidate.whenLeading().get();
        candidate.resign().get();

        awaitThat("a change", () -> count("baton.leader.changes") == 1);
        awaitThat("a loss", () -> count("baton.leaderships.lost") == 1);
        assertThat(registry.get("baton.leaderships.lost").counter().getId().getTag("reason"))
                .isEqualTo("RESIGNED");
    }

    @Test
    void dutiesAndTheirRestartsAreSeen() throws Exception {
        CountDownLatch broken = new CountDownLatch(1);
        Candidate candidate = baton.stand("nightly")
                .dutyPolicy(Duty.Policy.DEFAULT.withBackoff(Duration.ofMillis(1), Duration.ofMillis(1)))
                .listener(metrics.listener("nightly"))
                .duty(Duty.loop("loop", leadership -> {
                    if (broken.getCount() > 0) {
                        broken.countDown();
                        throw new IllegalStateException("once");
                    }
                    new CountDownLatch(1).await();
                }))
                .start();
        metrics.watch(candidate);
        broken.await();

        awaitThat("a restart", () -> count("baton.duty.restarts") == 1);
        awaitThat("it runs again", () -> gauge("baton.duty.running") == 1);
    }

    @Test
    void countersOfRestartsAreThereBeforeTheFirstOne() {
        metrics.watch(
                baton.stand("nightly").duty(Duty.loop("loop", leadership -> {})).start());

        assertThat(registry.find("baton.duty.restarts").tag("duty", "loop").counter())
                .isNotNull();
    }

    @Test
    void prometheusReadsTheDocumentedNames() {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        BatonMetrics ofPrometheus = new BatonMetrics(prometheus);
        ofPrometheus.watch(baton);
        ofPrometheus.watch(baton.stand("nightly").start());
        ofPrometheus.renewed(Duration.ofMillis(3));

        assertThat(prometheus.scrape())
                .contains("baton_leader{election=\"nightly\"}")
                .contains("baton_epoch{election=\"nightly\"}")
                .contains("baton_lease_left_seconds{election=\"nightly\"}")
                .contains("baton_eligible{election=\"nightly\"} 1.0")
                .contains("baton_guarantee_per_partition 0.0")
                .contains("baton_renewal_seconds_bucket{le=\"0.005\"} 1");
    }

    private double gauge(String name) {
        return registry.get(name).gauge().value();
    }

    private double count(String name) {
        Counter counter = registry.find(name).counter();
        return counter == null ? 0 : counter.count();
    }

    private void awaitThat(String fact, BooleanSupplier holds) {
        eventually(fact, Duration.ofSeconds(30), holds, registry::getMeters);
    }
}
