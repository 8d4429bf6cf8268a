// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.LeadershipListener;
import dev.baton.spi.Alarm;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jgroups.JChannel;
import org.jgroups.util.ExtendedUUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who does not belong to a cluster, over real sockets: it neither leads nor is in the way of those who do. */
@Timeout(120)
class RegistryStrangersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String KEY = "the key of the cluster";

    private static LocalRegistry cluster;

    @BeforeAll
    static void open() {
        cluster = new LocalRegistry("strangers", 3, KEY);
    }

    @AfterAll
    static void close() {
        cluster.close();
    }

    /** A candidate, and the alarms that it raised. */
    private record Standing(Candidate candidate, List<Alarm> alarms) {
        static Standing of(Baton baton) {
            List<Alarm> alarms = new CopyOnWriteArrayList<>();
            Candidate candidate = baton.stand("coordinator")
                    .settings(CandidateSettings.builder()
                            .windDown(Duration.ofMillis(200))
                            .build())
                    .listener(new LeadershipListener() {
                        @Override
                        public void on(CandidateEvent event) {
                            if (event instanceof CandidateEvent.AlarmRaised raised) {
                                alarms.add(raised.alarm());
                            }
                        }
                    })
                    .start();
            return new Standing(candidate, alarms);
        }
    }

    private static Baton start(String id, RegistryConfiguration configuration) {
        return Baton.node(id).start(context -> cluster.join(configuration, context));
    }

    private static Set<String> present() {
        return cluster.voters().get(0).members().stream()
                .map(seen -> seen.node().id().value())
                .collect(Collectors.toSet());
    }

    @Test
    void aWrongKeyNoKeyOrAnotherClusterNameNeverJoins() {
        Map<String, RegistryConfiguration> outsiders = Map.of(
                "wrong-key", cluster.configuration("wrong-key", false, it -> it.key("the wrong key, surely")),
                "no-key", cluster.withoutKey("no-key"),
                "elsewhere", cluster.ofAnotherCluster("elsewhere"));
        // Each looks for the others for a while before it starts alone; all at the same time.
        List<CompletableFuture<Baton>> starting = outsiders.entrySet().stream()
                .map(it -> CompletableFuture.supplyAsync(() -> start(it.getKey(), it.getValue())))
                .toList();
        List<Baton> strangers = starting.stream().map(CompletableFuture::join).toList();
        try (Baton member = Baton.node("member").start(cluster::join)) {
            Standing inside = Standing.of(member);
            List<Standing> outside = strangers.stream().map(Standing::of).toList();

            eventually("the member leads", PATIENCE, inside.candidate()::isLeader, inside::alarms);
            for (Standing stranger : outside) {
                eventually(
                        "the stranger says why it does not lead",
                        PATIENCE,
                        () -> stranger.alarms().stream()
                                .anyMatch(alarm -> alarm.message().contains("no majority: 0 of 3")),
                        stranger::alarms);
                assertThat(stranger.candidate().isLeader()).isFalse();
                assertThat(stranger.candidate().leader()).isEmpty();
            }
            Set<String> belong = Set.of("voter-1", "voter-2", "voter-3", "member");
            eventually(
                    "those who belong to it are in the group, and nobody else",
                    PATIENCE,
                    () -> present().equals(belong),
                    RegistryStrangersTest::present);
        } finally {
            strangers.forEach(Baton::close);
        }
    }

    @Test
    void discoveryThatFindsNobodyWaitsAndSaysSo() {
        RegistryConfiguration configuration =
                cluster.configuration("alone", true, it -> it.hosts(List.of("127.0.0.1:1")));
        try (Baton alone = start("alone", configuration)) {
            Standing standing = Standing.of(alone);

            eventually(
                    "it says what it waits for",
                    PATIENCE,
                    () -> standing.alarms().stream()
                            .anyMatch(alarm -> alarm.message().contains("no majority: 1 of 3 voters")),
                    standing::alarms);

            assertThat(standing.candidate().isLeader()).isFalse();
        }
    }

    @Test
    void theSameNodeIdTwiceIsToldToTheLaterOne() {
        try (Baton twin = start("voter-1", cluster.configuration("twin", true, it -> it))) {
            Standing standing = Standing.of(twin);

            eventually(
                    "the later one is told",
                    PATIENCE,
                    () -> standing.alarms().stream().anyMatch(alarm -> alarm.kind() == Alarm.Kind.DUPLICATE_NODE_ID),
                    standing::alarms);

            assertThat(standing.candidate().isLeader()).isFalse();
        }
    }

    @Test
    void aMemberThatIsNoBatonNodeOfThisVersionIsPassedOver() throws Exception {
        RegistryConfiguration right = cluster.configuration("older", false, it -> it);
        try (JChannel older = ProtocolStack.channel(right, Optional.of(MessageEncryption.key(KEY, "strangers")));
                Baton member = Baton.node("beside").start(cluster::join)) {
            older.addAddressGenerator(() -> ExtendedUUID.randomUUID("older").put("baton", new byte[] {0, 1, 2}));
            older.connect("strangers");
            eventually("it is in the group", PATIENCE, () -> older.getView().size() > 1, older::getView);
            Standing standing = Standing.of(member);

            eventually("the cluster elects all the same", PATIENCE, standing.candidate()::isLeader, standing::alarms);

            assertThat(present()).doesNotContain("older");
        }
    }
}
