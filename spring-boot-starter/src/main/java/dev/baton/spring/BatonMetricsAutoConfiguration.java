// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.ElectionName;
import dev.baton.LeadershipListener;
import dev.baton.micrometer.BatonMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Metrics of the node, where the application has a registry for them. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass({MeterRegistry.class, BatonMetrics.class})
@ConditionalOnBean(MeterRegistry.class)
public final class BatonMetricsAutoConfiguration {
    @Bean
    BatonMetrics batonMetrics(MeterRegistry registry) {
        return new BatonMetrics(registry);
    }

    @Bean
    RenewalTimer batonRenewalTimer(BatonMetrics metrics) {
        return metrics::renewed;
    }

    @Bean
    BatonLifecycle.CandidateObserver batonMeters(BatonMetrics metrics, ObjectProvider<Baton> baton) {
        return new BatonLifecycle.CandidateObserver() {
            @Override
            public LeadershipListener listener(ElectionName election) {
                return metrics.listener(election.value());
            }

            @Override
            public void stands(Candidate candidate) {
                metrics.watch(candidate);
                baton.ifAvailable(metrics::watch);
            }
        };
    }
}
