// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.NodeId;
import dev.baton.bully.BullyElector;
import dev.baton.raft.RaftElector;
import dev.baton.registry.RegistryElector;
import dev.baton.spi.Elector;
import dev.baton.testkit.lab.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Three applications without a database, on each elector that properties choose: one leads, and another one after it. */
class ChosenElectorsIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int TRIES = 10;
    private static final List<String> NODES = List.of("a", "b", "c");

    @TempDir
    private Path folder;

    @RegisterExtension
    private final RecordedFaults faults = new RecordedFaults();

    private final Map<String, Integer> ports =
            NODES.stream().collect(Collectors.toMap(it -> it, it -> FreePorts.take()));
    private final Map<String, ConfigurableApplicationContext> applications = new LinkedHashMap<>();

    @AfterEach
    void close() {
        applications.values().forEach(ConfigurableApplicationContext::close);
    }

    @Test
    void aRaftGroupAndAnApplicationThatIsNoMember() throws Exception {
        for (String node : NODES) {
            start(
                    node,
                    "baton.elector=raft",
                    "baton.peer.enabled=true",
                    "baton.raft.bind=" + address(node),
                    "baton.raft.bootstrap="
                            + String.join(
                                    ",",
                                    NODES.stream()
                                            .map(it -> it + "=" + address(it))
                                            .toList()),
                    "baton.raft.state-folder=" + folder.resolve(node));
        }
        assertElector(RaftElector.class);
        assertThatLeadershipMoves();

        start("client", "baton.elector=raft", "baton.raft.connect=" + String.join(",", addresses()));
        String leader = awaitLeader();
        for (int tries = 0; tries < TRIES && !leader.equals("client"); tries++) {
            // A successor that does not come forward in time is passed over.
            Candidate leading = elections(leader).find("nightly").orElseThrow();
            leading.transferTo(NodeId.of("client")).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            leader = awaitLeader();
        }
        assertThat(leader).isEqualTo("client");
    }

    @Test
    void aRegistry() {
        for (String node : NODES) {
            start(
                    node,
                    "baton.elector=registry",
                    "baton.registry.hosts=" + String.join(",", addresses()),
                    "baton.registry.bind-address=127.0.0.1",
                    "baton.registry.bind-port=" + ports.get(node),
                    "baton.registry.key=a secret of twelve or more",
                    "baton.registry.state-file=" + folder.resolve(node + ".state"));
        }
        assertElector(RegistryElector.class);
        assertThatLeadershipMoves();
    }

    @Test
    void aBullyCluster() {
        for (String node : NODES) {
            boolean first = applications.isEmpty();
            start(
                    node,
                    "baton.elector=bully",
                    "baton.bully.bind=" + address(node),
                    first ? "baton.bully.form=true" : "baton.bully.join=" + address(NODES.get(0)),
                    "baton.bully.user=baton",
                    "baton.bully.password=a secret",
                    "baton.bully.state-folder=" + folder.resolve(node));
        }
        assertElector(BullyElector.class);
        assertThatLeadershipMoves();
    }

    private void assertElector(Class<? extends Elector> chosen) {
        assertThat(applications.values())
                .allSatisfy(it ->
                        assertThat(it.getBean(Baton.class).elector(chosen)).isNotNull());
    }

    private void assertThatLeadershipMoves() {
        String first = awaitLeader();
        long epoch = leadership(first).orElseThrow().epoch().value();
        ConfigurableApplicationContext closed = applications.remove(first);

        closed.close();
        String next = awaitLeader();

        assertThat(next).isNotEqualTo(first);
        assertThat(leadership(next).orElseThrow().epoch().value()).isGreaterThan(epoch);
    }

    /** The one that leads, whom the others know. */
    private String awaitLeader() {
        List<String> found = new ArrayList<>();
        awaitThat("one leads, and the others know it", () -> {
            found.clear();
            applications.keySet().stream()
                    .filter(it -> leadership(it).isPresent())
                    .forEach(found::add);
            return found.size() == 1
                    && applications.keySet().stream()
                            .allMatch(it -> elections(it)
                                    .leader("nightly")
                                    .filter(leader -> leader.node().id().value().equals(found.get(0)))
                                    .isPresent());
        });
        return found.get(0);
    }

    private Optional<Leadership> leadership(String node) {
        return elections(node).find("nightly").flatMap(Candidate::leadership);
    }

    private Elections elections(String node) {
        return applications.get(node).getBean(Elections.class);
    }

    private List<String> addresses() {
        return NODES.stream().map(this::address).toList();
    }

    private String address(String node) {
        return "127.0.0.1:" + ports.get(node);
    }

    private void start(String node, String... properties) {
        String[] all = Stream.concat(
                        Stream.of(
                                "spring.main.banner-mode=off",
                                "spring.main.register-shutdown-hook=false",
                                "baton.node=" + node,
                                "baton.cluster=chosen",
                                "baton.elections=nightly",
                                "baton.candidates.nightly.stop-timeout=5m"),
                        Stream.of(properties))
                .toArray(String[]::new);
        applications.put(
                node,
                new SpringApplicationBuilder(WithoutDatabase.class)
                        .web(WebApplicationType.NONE)
                        .initializers(context -> context.getBeanFactory().registerSingleton("faults", faults))
                        .properties(all)
                        .run());
    }

    private void awaitThat(String fact, BooleanSupplier holds) {
        eventually(
                fact,
                PATIENCE,
                holds,
                () -> applications.keySet().stream()
                        .map(it -> it + ": leads " + leadership(it) + ", sees "
                                + elections(it).leader("nightly"))
                        .toList());
    }

    @Configuration
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
                "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
            })
    static class WithoutDatabase {}
}
