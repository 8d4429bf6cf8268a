// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring.test;

import dev.baton.spi.ElectorFactory;
import dev.baton.standalone.StandaloneElector;
import java.util.List;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An elector in memory, in place of one that the application declares. */
@Configuration(proxyBeanMethods = false)
class ReplacedElector {
    private static final String NAME = "batonStandaloneElector";

    @Bean(NAME)
    ElectorFactory<?> batonStandaloneElector() {
        return StandaloneElector.inMemory();
    }

    /** Takes the others out before any is made. */
    @Bean
    static BeanFactoryPostProcessor batonOtherElectorsRemoved() {
        return beans -> {
            for (String name : List.of(beans.getBeanNamesForType(ElectorFactory.class, true, false))) {
                if (!name.equals(NAME) && beans.containsBeanDefinition(name)) {
                    ((BeanDefinitionRegistry) beans).removeBeanDefinition(name);
                }
            }
        };
    }
}
