// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.ConfigurationException;
import dev.baton.InMemoryFence;
import dev.baton.spi.Guarantee;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlFence;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.PlatformTransactionManager;

/** Fenced transactions, where there is a DataSource. */
@AutoConfiguration(
        after = BatonAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration"
        })
@ConditionalOnClass({DataSourceUtils.class, PlatformTransactionManager.class})
@ConditionalOnSingleCandidate(DataSource.class)
@ConditionalOnBean({Baton.class, Elections.class})
public final class BatonTransactionAutoConfiguration {
    @Bean
    TransactionFence batonTransactionFence(DataSource source, Baton baton, BatonProperties properties) {
        return new TransactionFence(source, passage(baton, properties));
    }

    private static TransactionFence.Passage passage(Baton baton, BatonProperties properties) {
        Optional<SqlFence> own = ownFence(baton);
        if (own.isPresent()) {
            return TransactionFence.Passage.of(own.get());
        }
        // Epochs that start again with the process mean nothing to a row that outlives it.
        return baton.guarantee().epochs() == Guarantee.EpochMemory.DURABLE
                ? TransactionFence.Passage.of(new SqlFence(properties.sql().tables(properties.cluster())))
                : TransactionFence.Passage.of(new InMemoryFence());
    }

    private static Optional<SqlFence> ownFence(Baton baton) {
        try {
            return Optional.of(baton.elector(SqlElector.class).fence());
        } catch (ConfigurationException another) {
            return Optional.empty();
        }
    }

    @Bean
    @ConditionalOnSingleCandidate(PlatformTransactionManager.class)
    FencedTransactionTemplate fencedTransactionTemplate(
            PlatformTransactionManager manager, TransactionFence fence, Elections elections) {
        return new FencedTransactionTemplate(manager, fence, elections);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static AnnotationProxies batonFencedProxies(
            ObjectProvider<Elections> elections, ObjectProvider<TransactionFence> fence) {
        return new AnnotationProxies(
                Fenced.class, new FencedInterceptor(elections::getObject, fence::getObject), false);
    }
}
