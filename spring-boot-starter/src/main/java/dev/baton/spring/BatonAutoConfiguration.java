// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.FaultHandler;
import dev.baton.UnavailableException;
import dev.baton.peer.PeerChannel;
import dev.baton.spi.ElectorFactory;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlElectorFactory;
import dev.baton.standalone.StandaloneElector;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;

/** A node of the cluster in the application: on its DataSource, unless properties or a bean say otherwise. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "dev.baton.spring.BatonMetricsAutoConfiguration"
        })
@EnableConfigurationProperties(BatonProperties.class)
@Import({RaftElectorConfiguration.class, RegistryElectorConfiguration.class, BullyElectorConfiguration.class})
public final class BatonAutoConfiguration {
    private static final String OWN_PACKAGE = BatonAutoConfiguration.class.getPackageName() + ".";

    /** The elector that properties choose; a bean of this type in the application takes its place. */
    @Bean
    @ConditionalOnMissingBean
    ElectorFactory<?> batonElector(
            BatonProperties properties, ObjectProvider<DataSource> source, ObjectProvider<RenewalTimer> timer) {
        return switch (properties.elector()) {
            case SQL -> sql(properties, require(source), timer);
            case STANDALONE -> standalone(properties.standalone().stateFile());
            case RAFT, REGISTRY, BULLY -> throw missing(properties.elector());
        };
    }

    /** One that is on the class path has a configuration of its own, which goes before this one. */
    private static SetupException missing(BatonProperties.ElectorKind elector) {
        String name = elector.name().toLowerCase(Locale.ROOT);
        return new SetupException(
                "baton.elector=" + name + ", and that elector is not on the class path.",
                "Add the dependency dev.baton:baton-elector-" + name + ", in the version of the starter:"
                        + " dev.baton:baton-bom has it.");
    }

    private static ElectorFactory<?> standalone(@Nullable Path stateFile) {
        return stateFile == null ? StandaloneElector.inMemory() : StandaloneElector.withStateFile(stateFile);
    }

    private static SqlElectorFactory sql(
            BatonProperties properties, DataSource source, ObjectProvider<RenewalTimer> timer) {
        SmallPool.refuse(source);
        SqlElectorFactory elector =
                SqlElector.on(source).settings(properties.sql().settings(properties.cluster()));
        RenewalTimer renewals = timer.getIfAvailable();
        if (renewals != null) {
            elector = elector.timing(renewals::renewed);
        }
        return properties.peer().enabled()
                ? elector.watching(PeerChannel.on(properties.peer().settings(properties.cluster())))
                : elector;
    }

    private static DataSource require(ObjectProvider<DataSource> source) {
        DataSource found;
        try {
            found = source.getIfAvailable();
        } catch (NoUniqueBeanDefinitionException several) {
            throw new SetupException(
                    "Baton decides elections on the application's DataSource, and there are several: "
                            + several.getBeanNamesFound() + ".",
                    "Mark one of them @Primary, or declare a bean: ElectorFactory<?> elector(DataSource chosen)"
                            + " { return SqlElector.on(chosen); }");
        }
        if (found == null) {
            throw new SetupException(
                    "Baton decides elections on the application's DataSource, and there is none.",
                    "Configure one: add spring-boot-starter-jdbc and a driver, and set spring.datasource.url. Without a"
                            + " database, set baton.elector=raft, registry or bully, or, if this is the only replica or a"
                            + " test, standalone.");
        }
        return found;
    }

    /** The node, unless the application has one of its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(Baton.class)
    static class OwnNode {
        @Bean
        @DependsOnDatabaseInitialization
        StartedNode batonStartedNode(
                BatonProperties properties,
                Elections elections,
                ConfigurableListableBeanFactory beans,
                Environment environment,
                ObjectProvider<FaultHandler> faults) {
            ElectorFactory<?> elector = elector(beans, environment);
            String id = properties.node() == null ? nodeId() : NodeIds.check(properties.node());
            try {
                Baton.Builder node = Baton.node(id);
                faults.ifAvailable(node::faults);
                return new StartedNode(node.start(elector), elections);
            } catch (UnavailableException missing) {
                NodeIds.giveBack(id);
                throw ElectorSelection.unavailable(properties.elector(), missing);
            } catch (RuntimeException | Error failed) {
                NodeIds.giveBack(id);
                throw failed;
            }
        }

        /** Closed as {@link StartedNode}. */
        @Bean(destroyMethod = "")
        Baton baton(StartedNode started) {
            return started.baton();
        }
    }

    /** The only elector that there is. */
    private static ElectorFactory<?> elector(ConfigurableListableBeanFactory beans, Environment environment) {
        List<String> names = List.of(beans.getBeanNamesForType(ElectorFactory.class));
        if (names.size() > 1) {
            throw new SetupException(
                    "There are two electors or more, the beans " + String.join(", ", new TreeSet<>(names))
                            + ", and a node has one.",
                    "Remove all beans of type ElectorFactory but one.");
        }
        String name = names.get(0);
        if (environment.containsProperty("baton.elector") && !isOurs(beans, name)) {
            throw new SetupException(
                    "There are two electors: the bean " + name + ", and baton.elector="
                            + environment.getProperty("baton.elector") + ".",
                    "Remove the bean, or the property.");
        }
        return beans.getBean(name, ElectorFactory.class);
    }

    private static boolean isOurs(ConfigurableListableBeanFactory beans, String name) {
        BeanDefinition definition = beans.getBeanDefinition(name);
        return String.valueOf(definition.getFactoryBeanName()).startsWith(OWN_PACKAGE);
    }

    private static String nodeId() {
        String host = System.getenv().getOrDefault("HOSTNAME", "");
        try {
            host = host.isEmpty() ? InetAddress.getLocalHost().getHostName() : host;
        } catch (UnknownHostException unnamed) {
            host = "";
        }
        return NodeIds.take(host, ProcessHandle.current().pid());
    }

    /** Not in a context whose parent has them: one node stands once. */
    @Bean
    @ConditionalOnMissingBean
    Elections batonElections(BatonProperties properties) {
        for (String candidate : properties.candidates().keySet()) {
            if (!properties.elections().contains(candidate)) {
                throw new SetupException(
                        "baton.candidates." + candidate + " is about an election that this application does not stand"
                                + " in.",
                        "Add " + candidate + " to baton.elections, which is " + String.join(",", properties.elections())
                                + ", or correct the name.");
            }
        }
        // Refused here, before anything is started.
        properties.candidates().forEach((election, candidate) -> {
            ElectorSelection.read("baton.candidates." + election, candidate::settings);
            ElectorSelection.read("baton.candidates." + election, candidate::dutyPolicy);
        });
        try {
            return new Elections(properties.elections());
        } catch (IllegalArgumentException refused) {
            throw new SetupException(
                    "baton.elections is refused: " + refused.getMessage() + ".",
                    "Write it in lower case, as in nightly-report, here and in annotations.",
                    refused);
        }
    }

    @Bean
    @ConditionalOnMissingBean
    BatonLifecycle batonLifecycle(
            Baton baton,
            Elections elections,
            BatonProperties properties,
            ConfigurableListableBeanFactory beans,
            ApplicationEventPublisher events,
            ObjectProvider<BatonLifecycle.CandidateObserver> observers) {
        return new BatonLifecycle(
                baton,
                elections,
                properties,
                beans,
                events,
                observers.orderedStream().toList());
    }

    /** Also where beans are made when they are first used, an annotation that cannot be kept stops the start. */
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static LazyInitializationExcludeFilter batonEagerBeans() {
        return (name, definition, type) -> AnnotatedMethods.isIn(LeaderOnly.class, type)
                || AnnotatedMethods.isIn(Fenced.class, type)
                || AnnotatedMethods.isMadeByAnnotated(LeaderOnly.class, definition);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static AnnotationCheck batonAnnotationCheck(Environment environment, ResourceLoader resources) {
        PropertyNames.refuseUnknown(environment, resources.getClassLoader());
        return new AnnotationCheck(environment);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static AnnotationProxies batonLeaderOnlyProxies(ObjectProvider<Elections> elections) {
        return new AnnotationProxies(LeaderOnly.class, new LeaderOnlyInterceptor(elections::getObject), true);
    }
}
