// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.peer.PeerChannel;
import dev.baton.raft.RaftElector;
import dev.baton.raft.RaftElectorFactory;
import dev.baton.spi.ElectorFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Elections on a Raft group, where properties choose it and it is on the class path. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(RaftElector.class)
@ConditionalOnMissingBean(ElectorFactory.class)
@ConditionalOnProperty(name = "baton.elector", havingValue = "raft")
@EnableConfigurationProperties(RaftProperties.class)
class RaftElectorConfiguration {
    @Bean
    ElectorFactory<?> batonElector(
            BatonProperties properties, RaftProperties raft, ObjectProvider<RenewalTimer> timer) {
        RaftElectorFactory elector = raft.elector(properties);
        RenewalTimer renewals = timer.getIfAvailable();
        if (renewals != null) {
            elector = elector.timing(renewals::renewed);
        }
        return properties.peer().enabled()
                ? elector.watching(PeerChannel.on(properties.peer().settings(properties.cluster())))
                : elector;
    }
}
