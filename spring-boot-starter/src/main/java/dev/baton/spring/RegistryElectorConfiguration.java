// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.registry.RegistryElector;
import dev.baton.spi.ElectorFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Elections among nodes that have nothing but a network, where properties choose them and they are on the class path. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(RegistryElector.class)
@ConditionalOnMissingBean(ElectorFactory.class)
@ConditionalOnProperty(name = "baton.elector", havingValue = "registry")
@EnableConfigurationProperties(RegistryProperties.class)
class RegistryElectorConfiguration {
    @Bean
    ElectorFactory<?> batonElector(BatonProperties properties, RegistryProperties registry) {
        return RegistryElector.with(ElectorSelection.read("baton.registry", () -> registry.configuration(properties)));
    }
}
