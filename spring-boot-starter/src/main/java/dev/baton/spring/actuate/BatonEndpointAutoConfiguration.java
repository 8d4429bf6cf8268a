// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring.actuate;

import dev.baton.Baton;
import dev.baton.spring.BatonAutoConfiguration;
import dev.baton.spring.Elections;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The endpoint, where it is exposed. */
@AutoConfiguration(after = BatonAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(BatonEndpoint.class)
@ConditionalOnBean({Baton.class, Elections.class})
public final class BatonEndpointAutoConfiguration {
    @Bean
    BatonEndpoint batonEndpoint(Baton baton, Elections elections) {
        return new BatonEndpoint(baton, elections);
    }
}
