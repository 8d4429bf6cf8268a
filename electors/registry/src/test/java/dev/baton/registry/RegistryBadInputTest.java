// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.candidate.Candidate;
import dev.baton.candidate.CandidateSettings;
import dev.baton.core.ConfigurationException;
import dev.baton.core.ElectionName;
import dev.baton.core.Epoch;
import dev.baton.core.Node;
import dev.baton.core.UnavailableException;
import dev.baton.lease.LeaseToken;
import dev.baton.quorum.LedgerFile;
import dev.baton.quorum.MemoryLedger;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.registry.MessageCodec.UnreadableMessageException;
import dev.baton.registry.RegistryMessage.Ballot;
import dev.baton.runtime.ThreadLanes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What bad input gets: a clear error or a stated wait, and never a second cluster that leads. */
@Timeout(120)
class RegistryBadInputTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private RegistryConfiguration.Builder node(String id) {
        return RegistryConfiguration.of(id, "bad-input")
                .bind("127.0.0.1", LocalRegistry.freePort())
                .hosts(List.of("127.0.0.1:1"))
                .settings(RegistrySettings.majorityOf(3).withTerms(LocalRegistry.TERMS))
                .stateFile(folder.resolve(id + ".state"));
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
        assertThatThrownBy(() -> node("a").hosts(List.of("nonsense"))).hasMessageContaining("host:port");
        assertThatThrownBy(() -> RegistryConfiguration.of("a", "Not A Name").build())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RegistryName.of("../x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theKeyIsNeverShown() {
        assertThat(node("a").key("canary-canary-canary").build().toString()).doesNotContain("canary");
    }

    @Test
    void environmentVariablesOfOlderDeploymentsAreUnderstood() {
        CandidateSettings defaults = CandidateEnvironment.read(Map.of()).build();
        CandidateSettings read = CandidateEnvironment.read(Map.of(
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
        assertThatThrownBy(() -> CandidateEnvironment.read(
                        Map.of("COORDINATOR_ELIGIBLE", "maybe", "COORDINATOR_TAKEOVER_DELAY", "soon")))
                .hasMessageContaining("COORDINATOR_ELIGIBLE")
                .hasMessageContaining("COORDINATOR_TAKEOVER_DELAY");
    }

    @Test
    void aStackThatCannotBeReadIsRefused() throws Exception {
        assertThatThrownBy(() -> node("a").stackFile(folder.resolve("none.xml")).build())
                .hasMessageContaining("none.xml cannot be read");
        Path broken = Files.writeString(folder.resolve("broken.xml"), "<config><TCP");
        RegistryConfiguration configuration = node("a").stackFile(broken).build();

        assertThatThrownBy(() -> Baton.node("a").start(configuration.elector()))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("broken.xml");
    }

    @Test
    void aStackOfTheUsersOwnIsUsed() throws Exception {
        Path own = Files.writeString(
                folder.resolve("own.xml"), ProtocolStack.xml(node("a").build()));

        try (Baton baton =
                Baton.node("a").start(node("a").stackFile(own).build().elector())) {
            assertThat(baton.promise().statement()).contains("majority of 3");
        }
    }

    @Test
    void eachWayOfDiscoveryMakesAStackThatJGroupsTakes() throws Exception {
        for (Discovery discovery : List.of(
                new Discovery.Hosts(List.of("10.0.0.1:7800", "10.0.0.2:7800")),
                new Discovery.Dns("baton.default.svc.cluster.local"),
                new Discovery.Multicast("228.1.2.3", 7_500))) {
            ProtocolStack.channel(node("a").discovery(discovery).build()).close();
        }
    }

    @Test
    void theStateFileIsThisNodesAloneAndADamagedOneIsRefused() throws Exception {
        Path file = folder.resolve("x.state");
        ElectionName election = ElectionName.of("coordinator");
        try (LedgerFile ledger = new LedgerFile(file, "one", "a")) {
            ledger.raise(election, Epoch.of(7), Duration.ofSeconds(3));
            assertThatThrownBy(() -> new LedgerFile(file, "one", "a")).hasMessageContaining("in use");
        }
        try (LedgerFile again = new LedgerFile(file, "one", "a")) {
            assertThat(again.highest(election)).isEqualTo(Epoch.of(7));
            assertThat(again.longestLease()).isEqualTo(Duration.ofSeconds(3));
        }
        assertThatThrownBy(() -> new LedgerFile(file, "other", "a")).hasMessageContaining("is not this node's");
        Files.writeString(file, Files.readString(file).replace("end\n", ""));
        assertThatThrownBy(() -> new LedgerFile(file, "one", "a")).hasMessageContaining("damaged");
    }

    @Test
    void messagesOfAnotherVersionKeyOrShapeAreRefusedAsAWhole() throws Exception {
        RegistryMessage ask =
                new Ballot(new Ask(ElectionName.of("x"), new LeaseToken(1, 2), Epoch.of(3), Duration.ofSeconds(1), 3));
        byte[] bytes = MessageCodec.write(ask);
        Seal seal = new Seal(Optional.of(Seal.key("a shared secret", "one")));
        Seal other = new Seal(Optional.of(Seal.key("another secret!", "one")));

        assertThat(MessageCodec.read(bytes, 0, bytes.length)).isEqualTo(ask);
        byte[] future = bytes.clone();
        future[0] = 9;
        assertThatThrownBy(() -> MessageCodec.read(future, 0, future.length))
                .isInstanceOf(UnreadableMessageException.class)
                .hasMessageContaining("version 9");
        byte[] sealed = seal.close(bytes);
        assertThat(seal.open(sealed, 0, sealed.length)).isEqualTo(bytes);
        assertThatThrownBy(() -> other.open(sealed, 0, sealed.length)).hasMessageContaining("seal");
        sealed[sealed.length - 1] ^= 1;
        assertThatThrownBy(() -> seal.open(sealed, 0, sealed.length)).hasMessageContaining("seal");
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
    void aNodeWithAnotherKeyOrClusterNameOrWithoutOthersWaitsAndNeverLeads() {
        try (LocalRegistry cluster = new LocalRegistry("keyed", 1);
                Baton right =
                        Baton.node("right").start(lanes -> cluster.join(dev.baton.core.NodeId.of("right"), lanes));
                Baton foreign = Baton.node("foreign")
                        .start(lanes -> cluster.join(
                                cluster.configuration("foreign", false, it -> it.key("the wrong key, surely")),
                                lanes))) {
            Candidate leader = stand(right);
            Candidate outsider = stand(foreign);

            eventually("the right one leads", PATIENCE, leader::isLeader, leader::status);

            assertThat(outsider.isLeader()).isFalse();
            assertThat(outsider.leader()).isEmpty();
        }
    }

    private static Candidate stand(Baton baton) {
        return baton.stand("coordinator")
                .settings(CandidateSettings.builder()
                        .windDown(Duration.ofMillis(200))
                        .build())
                .start();
    }

    @Test
    void aResolverThatHangsOrThrowsIsOverruled() {
        RulesCluster cluster = new RulesCluster(RegistrySettings.majorityOf(3), "a", "b", "c");
        Registration one =
                new Registration(RegistryName.of("x"), cluster.member("a").node(), 1);
        Registration other =
                new Registration(RegistryName.of("x"), cluster.member("b").node(), 2);
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
            try (ThreadLanes lanes = new ThreadLanes("resolving", 1, (what, cause) -> {
                        throw new AssertionError(what, cause);
                    });
                    RegistryElector elector = new RegistryElector(
                            cluster.member("a").node(),
                            RegistrySettings.majorityOf(3),
                            new SilentGroup(),
                            Presence.none(),
                            new MemoryLedger(),
                            bad,
                            lanes,
                            new SplittableRandom(1))) {
                java.util.concurrent.CompletableFuture<ConflictResolver.Claim> chosen =
                        new java.util.concurrent.CompletableFuture<>();

                elector.resolve(claim(one), claim(other), chosen::complete);

                assertThat(chosen.orTimeout(20, java.util.concurrent.TimeUnit.SECONDS)
                                .join())
                        .isEqualTo(claim(other));
            }
        }
    }

    private static ConflictResolver.Claim claim(Registration registration) {
        return new ConflictResolver.Claim(registration.name().value(), registration.owner(), registration.number());
    }

    /** A group with nobody in it. */
    private static final class SilentGroup implements Group {
        @Override
        public void join(Listener listener) {}

        @Override
        public void send(Node to, RegistryMessage message) {}

        @Override
        public void close() {}
    }
}
