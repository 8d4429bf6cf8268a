// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring.actuate;

import dev.baton.Baton;
import dev.baton.spring.BatonAutoConfiguration;
import dev.baton.spring.Elections;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The health indicator, unless {@code management.health.baton.enabled} is false. */
@AutoConfiguration(after = BatonAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("baton")
@ConditionalOnBean({Baton.class, Elections.class})
public final class BatonHealthAutoConfiguration {
    @Bean
    HealthIndicator batonHealthIndicator(Baton baton, Elections elections) {
        return new BatonHealthIndicator(baton, elections);
    }
}
