// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.UnavailableException;
import dev.baton.bully.internal.membership.WitnessMember;
import dev.baton.bully.internal.witness.WitnessClient;
import dev.baton.sql.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two nodes over real sockets, and a row in a real database as the third voter. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
abstract class SqlWitnessContract {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final BullySettings SETTINGS = BullySettings.every(Duration.ofMillis(400));
    private static final CandidateSettings CANDIDATE = CandidateSettings.builder()
            .windDown(Duration.ofMillis(100))
            .checkInterval(Duration.ofMillis(100))
            .rest(Duration.ofMillis(500))
            .build();

    @TempDir
    Path folder;

    private final TestDatabase database;
    private final String row = UUID.randomUUID().toString();
    private final List<Running> running = new ArrayList<>();

    SqlWitnessContract(TestDatabase database) {
        this.database = database;
    }

    private record Running(Baton baton, BullyElector elector, Candidate candidate, Gate gate) {
        boolean leads() {
            return candidate.isLeader();
        }

        /** As a crash looks to the others: it says nothing any more, to nobody. */
        void cutOff() {
            gate.closeToAll();
        }
    }

    private Running start(String id, Running... toJoin) {
        Gate gate = new Gate();
        List<Address> members =
                List.of(toJoin).stream().map(it -> it.elector().address()).toList();
        BullyConfiguration configuration = LocalCluster.joining(
                        members, BullyConfiguration.of(LocalCluster.CREDENTIALS, folder.resolve(id)))
                .settings(SETTINGS)
                .witness(SqlWitness.keeping(() -> database.database().open(SETTINGS.requestTimeout()), row))
                .build();
        Baton baton = Baton.node(id).requireExclusive().start(context -> configuration.start(context, gate::before));
        Candidate candidate = baton.stand("coordinator").settings(CANDIDATE).start();
        Running started = new Running(baton, baton.elector(BullyElector.class), candidate, gate);
        running.add(started);
        return started;
    }

    private Running leader() {
        // Kept from the very look that found it: leadership may move on before the next one.
        AtomicReference<Running> found = new AtomicReference<>();
        eventually(
                "one leads",
                PATIENCE,
                () -> {
                    List<Running> leading = leaders();
                    found.set(leading.size() == 1 ? leading.get(0) : null);
                    return found.get() != null;
                },
                this::leaders);
        return found.get();
    }

    private List<Running> leaders() {
        return running.stream().filter(Running::leads).toList();
    }

    private Running otherThan(Running one) {
        return running.stream().filter(it -> !it.equals(one)).findFirst().orElseThrow();
    }

    private void awaitThreeMembers() {
        eventually(
                "two nodes and the witness",
                PATIENCE,
                () -> running.stream()
                        .allMatch(it -> it.elector().view().peers().size() == 3
                                && it.elector().view().peers().stream().allMatch(BullyClusterView.Peer::alive)),
                () -> running.stream().map(it -> it.elector().view()).toList());
    }

    private void twoNodes() {
        start("node2", start("node1"));
        awaitThreeMembers();
    }

    private static void cut(Running one, Running other) {
        one.gate().closeTo(other.elector().address());
        other.gate().closeTo(one.elector().address());
    }

    @AfterEach
    void stop() {
        running.forEach(it -> it.baton().close());
    }

    @Test
    void twoNodesAndTheRowElectOne() {
        twoNodes();

        Running leader = leader();

        eventually(
                "the other sees it",
                PATIENCE,
                () -> otherThan(leader)
                        .candidate()
                        .leader()
                        .filter(it -> it.node().equals(leader.baton().node()))
                        .isPresent(),
                this::leaders);
    }

    @Test
    void whenTheLeaderIsGoneTheOtherLeadsWithTheRow() {
        twoNodes();
        Running first = leader();
        long epoch = first.candidate().requireLeadership().epoch().value();

        Running second = otherThan(first);
        first.cutOff();
        second.gate().closeTo(first.elector().address());

        eventually(
                "the other leads",
                PATIENCE,
                () -> {
                    // Asked in this order: the first one's answer is older than the second one's.
                    boolean firstLeads = first.leads();
                    boolean secondLeads = second.leads();
                    assertThat(firstLeads && secondLeads && first.leads())
                            .as("both lead")
                            .isFalse();
                    return secondLeads;
                },
                second.candidate()::status);
        assertThat(first.leads()).as("the first stopped before").isFalse();
        assertThat(second.candidate().requireLeadership().epoch().value()).isGreaterThan(epoch);
    }

    @Test
    void ofTwoNodesThatDoNotReachEachOtherOneLeads() {
        twoNodes();
        Running leader = leader();
        long epoch = leader.candidate().requireLeadership().epoch().value();

        cut(running.get(0), running.get(1));
        Running other = otherThan(leader);
        eventually(
                "each takes the other for dead",
                PATIENCE,
                () -> running.stream()
                        .allMatch(it -> it.elector().view().peers().stream().anyMatch(peer -> !peer.alive())),
                () -> running.stream().map(it -> it.elector().view()).toList());
        int before = leader.gate().posts(WitnessMember.ADDRESS);
        eventually(
                "the leader has gone on with the row's promise for more than two leases",
                PATIENCE,
                () -> {
                    assertThat(other.leads())
                            .as("the row has promised the leader")
                            .isFalse();
                    return leader.gate().posts(WitnessMember.ADDRESS) > before + 2 * (SETTINGS.misses() + 1);
                },
                this::leaders);

        assertThat(leader.leads()).isTrue();
        assertThat(leader.candidate().requireLeadership().epoch().value())
                .as("nothing was taken from it")
                .isEqualTo(epoch);
    }

    @Test
    void withoutTheDatabaseTwoNodesGoOn() {
        twoNodes();
        Running first = leader();
        long epoch = first.candidate().requireLeadership().epoch().value();

        running.forEach(it -> it.gate().closeTo(WitnessMember.ADDRESS));
        eventually(
                "the witness is considered dead",
                PATIENCE,
                () -> running.stream()
                        .allMatch(it -> it.elector().view().peers().stream()
                                .anyMatch(peer -> peer.id().equals(WitnessMember.ID) && !peer.alive())),
                () -> running.stream().map(it -> it.elector().view()).toList());

        assertThat(first.candidate().requireLeadership().epoch().value()).isEqualTo(epoch);
        first.candidate().resign().join();
        assertThat(leader().candidate().requireLeadership().epoch().value()).isGreaterThan(epoch);
    }

    @Test
    void aRowThatWasLostVotesNoMore() {
        twoNodes();
        Running first = leader();

        database.run("DELETE FROM baton_witness WHERE name = '" + row + "'");
        eventually(
                "the witness is considered dead",
                PATIENCE,
                () -> running.stream()
                        .allMatch(it -> it.elector().view().peers().stream()
                                .anyMatch(peer -> peer.id().equals(WitnessMember.ID) && !peer.alive())),
                () -> running.stream().map(it -> it.elector().view()).toList());
        cut(running.get(0), running.get(1));

        eventually("nobody leads", PATIENCE, () -> leaders().isEmpty(), () -> first);
    }

    /** Another cluster that was told the same row: its only node cannot lead beside the one whose row it is. */
    @Test
    void aRowServesOneCluster() {
        twoNodes();
        leader();

        Running stranger = start("node9");
        eventually(
                "the witness is dead to it",
                PATIENCE,
                () -> stranger.elector().view().peers().stream().anyMatch(peer -> !peer.alive()),
                () -> stranger.elector().view());

        assertThat(stranger.leads()).isFalse();
        assertThat(leaders()).hasSize(1);
        WitnessClient witness = SqlWitness.keeping(() -> database.database().open(SETTINGS.requestTimeout()), row)
                .open();
        String cluster = stranger.elector().node().status().cluster();
        assertThatThrownBy(() -> witness.status(cluster, Optional.empty(), 5))
                .as("its log says why")
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("delete the row if that cluster is gone");
        witness.close();
    }
}
