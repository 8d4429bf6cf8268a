// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring.test;

import dev.baton.FaultHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;

/** Lets the process of the tests live where a node would end its own: leader-only work that does not stop is logged. */
@Configuration(proxyBeanMethods = false)
class LoggedFaults {
    private static final Logger LOG = LoggerFactory.getLogger(LoggedFaults.class);

    @Bean
    @Fallback
    FaultHandler batonLoggedFaults() {
        return (what, cause) -> LOG.error("a node would have ended its process: {}", what, cause);
    }
}
