// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.bully.BullyElector;
import dev.baton.spi.ElectorFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Elections among nodes that talk HTTP to each other, where properties choose them and they are on the class path. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(BullyElector.class)
@ConditionalOnMissingBean(ElectorFactory.class)
@ConditionalOnProperty(name = "baton.elector", havingValue = "bully")
@EnableConfigurationProperties(BullyProperties.class)
class BullyElectorConfiguration {
    @Bean
    ElectorFactory<?> batonElector(BatonProperties properties, BullyProperties bully) {
        return BullyElector.with(ElectorSelection.read("baton.bully", () -> bully.configuration(properties)));
    }
}
