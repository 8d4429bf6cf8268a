// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.ConfigurationException;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.UnavailableException;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.registry.MessageCodec.UnreadableMessageException;
import dev.baton.registry.RegistryMessage.Ballot;
import dev.baton.spi.lease.LeaseToken;
import dev.baton.testkit.lab.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What bad input gets: a clear error or a stated wait, and never a second cluster that leads. */
@Timeout(120)
class RegistryBadInputTest {
    @TempDir
    Path folder;

    private RegistryConfiguration.Builder node(String id) {
        return RegistryConfiguration.of("bad-input", folder.resolve(id + ".state"))
                .bind("127.0.0.1", FreePorts.take())
                .hosts(List.of("127.0.0.1:1"))
                .settings(RegistrySettings.majorityOf(3).withTerms(LocalRegistry.TERMS));
    }

    @Test
    void aConfigurationThatCannotWorkSaysWhatIsWrong() {
        assertThatThrownBy(() -> RegistrySettings.majorityOf(0))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("cluster_size");
        assertThatThrownBy(
                        () -> node("a").bind("no address!", 70_000).key("short").build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("bind_address")
                .hasMessageContaining("bind_port 70000")
                .hasMessageContaining("12 characters");
        assertThatThrownBy(() -> node("a").bind("10.0.0.1", 7_800).build()).hasMessageContaining("takes a key");
        assertThatThrownBy(() -> node("a").hosts(List.of("nonsense"))).hasMessageContaining("host:port");
        assertThatThrownBy(() -> RegistryConfiguration.of("Not A Name", Path.of("node.state"))
                        .build())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RegistryName.of("../x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theKeyIsNeverShown() {
        assertThat(node("a").key("canary-canary-canary").build().toString()).doesNotContain("canary");
    }

    @Test
    void environmentVariablesOfOlderDeploymentsAreUnderstood() {
        CandidateSettings defaults = EnvironmentSettings.read(Map.of()).build();
        CandidateSettings read = EnvironmentSettings.read(Map.of(
                        "COORDINATOR_ELIGIBLE", "false",
                        "COORDINATOR_ELECTION_INTERVAL", "2500",
                        "COORDINATOR_TAKEOVER_DELAY", "0"))
                .build();

        assertThat(defaults.eligible()).isTrue();
        assertThat(defaults.checkInterval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(defaults.takeoverDelay()).isEqualTo(Duration.ofSeconds(1));
        assertThat(read.eligible()).isFalse();
        assertThat(read.checkInterval()).isEqualTo(Duration.ofMillis(2_500));
        assertThat(read.takeoverDelay()).isEqualTo(Duration.ZERO);
        assertThatThrownBy(() -> EnvironmentSettings.read(
                        Map.of("COORDINATOR_ELIGIBLE", "maybe", "COORDINATOR_TAKEOVER_DELAY", "soon")))
                .hasMessageContaining("COORDINATOR_ELIGIBLE")
                .hasMessageContaining("COORDINATOR_TAKEOVER_DELAY");
    }

    @Test
    void aStackThatCannotBeReadIsRefused() throws Exception {
        assertThatThrownBy(() -> node("a").stackFile(folder.resolve("none.xml")).build())
                .hasMessageContaining("none.xml cannot be read");
        Path broken = Files.writeString(folder.resolve("broken.xml"), "<config><TCP");
        assertThatThrownBy(() -> node("a").stackFile(broken).build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("broken.xml is not accepted by JGroups");
    }

    @Test
    void aStackThatLetsStrangersInIsKnown() throws Exception {
        String generated = ProtocolStack.xml(node("a").build());

        assertThat(withStack(generated.replace("bind_addr=\"127.0.0.1\"", "bind_addr=\"site_local\""))
                        .isOpenToStrangers())
                .isTrue();
        assertThat(withStack(generated).isOpenToStrangers()).isFalse();
        assertThat(withStack(generated
                                .replace("bind_addr=\"127.0.0.1\"", "bind_addr=\"site_local\"")
                                .replace("<UNICAST3/>", "<UNICAST3/><SYM_ENCRYPT/>"))
                        .isOpenToStrangers())
                .isFalse();
        assertThat(withStack(generated.replace(
                                "bind_addr=\"127.0.0.1\"", "bind_addr=\"site_local\" tls.enabled=\"true\""))
                        .isOpenToStrangers())
                .isFalse();
    }

    private RegistryConfiguration withStack(String xml) throws IOException {
        return node("a")
                .stackFile(Files.writeString(folder.resolve("own.xml"), xml))
                .build();
    }

    @Test
    void aStackThatLacksWhatIsNeededIsRefused() throws Exception {
        String whole = ProtocolStack.xml(node("a").build());
        for (String needed : List.of("pbcast.NAKACK2", "UNICAST3", "pbcast.GMS")) {
            Path own = Files.writeString(folder.resolve("own.xml"), without(needed, whole));
            RegistryConfiguration configuration = node("a").stackFile(own).build();

            assertThatThrownBy(() -> Baton.node("a").start(RegistryElector.with(configuration)))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("own.xml cannot be used: ");
        }
    }

    private static String without(String protocol, String xml) {
        return xml.replaceAll("(?s)<" + Pattern.quote(protocol) + "[^>]*/>", "");
    }

    @Test
    void aStackOfTheUsersOwnIsUsed() throws Exception {
        Path own = Files.writeString(
                folder.resolve("own.xml"), ProtocolStack.xml(node("a").build()));

        RegistryConfiguration configuration = node("a").stackFile(own).build();
        try (Baton baton = Baton.node("a").start(RegistryElector.with(configuration))) {
            assertThat(baton.guarantee().statement()).contains("majority of 3");
        }
    }

    @Test
    void eachWayOfDiscoveryMakesAStackThatJGroupsTakes() throws Exception {
        for (Discovery discovery : List.of(
                new Discovery.Hosts(List.of("10.0.0.1:7800", "10.0.0.2:7800")),
                new Discovery.Dns("baton.default.svc.cluster.local"),
                new Discovery.Multicast("228.1.2.3", 7_500))) {
            ProtocolStack.channel(node("a").discovery(discovery).build(), Optional.empty())
                    .close();
        }
    }

    @Test
    void messagesOfAnotherVersionOrShapeAreRefusedAsAWhole() throws Exception {
        RegistryMessage ask =
                new Ballot(new Ask(ElectionName.of("x"), new LeaseToken(1, 2), Epoch.of(3), Duration.ofSeconds(1), 3));
        byte[] bytes = MessageCodec.write(ask);

        assertThat(MessageCodec.read(bytes, 0, bytes.length)).isEqualTo(ask);
        byte[] future = bytes.clone();
        future[0] = 9;
        assertThatThrownBy(() -> MessageCodec.read(future, 0, future.length))
                .isInstanceOf(UnreadableMessageException.class)
                .hasMessageContaining("version 9");
        SplittableRandom chance = new SplittableRandom(1);
        for (int i = 0; i < 20_000; i++) {
            byte[] mutated = bytes.clone();
            mutated[chance.nextInt(mutated.length)] = (byte) chance.nextInt();
            try {
                MessageCodec.read(mutated, 0, chance.nextInt(mutated.length + 1));
            } catch (UnreadableMessageException refused) {
                assertThat(refused).hasMessageNotContaining("null");
            }
        }
    }

    @Test
    void aResolverThatHangsOrThrowsIsOverruled() {
        RulesCluster cluster = new RulesCluster(RegistrySettings.majorityOf(3), "a", "b", "c");
        NameRegistration one =
                new NameRegistration(RegistryName.of("x"), cluster.member("a").node(), 1);
        NameRegistration other =
                new NameRegistration(RegistryName.of("x"), cluster.member("b").node(), 2);
        for (ConflictResolver bad : List.<ConflictResolver>of(
                (first, second) -> {
                    throw new IllegalStateException("broken resolver");
                },
                (first, second) -> {
                    while (!Thread.currentThread().isInterrupted()) {
                        Thread.onSpinWait();
                    }
                    return first;
                },
                (first, second) -> null)) {
            try (ConflictArbiter arbiter =
                    new ConflictArbiter(cluster.member("a").node().id(), bad)) {
                CompletableFuture<ConflictResolver.Claim> chosen = new CompletableFuture<>();

                arbiter.decide(claim(one), claim(other), chosen::complete);

                assertThat(chosen.orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo(claim(other));
            }
        }
    }

    private static ConflictResolver.Claim claim(NameRegistration registration) {
        return new ConflictResolver.Claim(registration.name().value(), registration.owner(), registration.number());
    }
}
