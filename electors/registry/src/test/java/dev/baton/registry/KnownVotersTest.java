// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.FaultHandler;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.quorum.LedgerFile;
import dev.baton.quorum.MemoryLedger;
import dev.baton.quorum.VoterState;
import dev.baton.quorum.VotingEffect;
import dev.baton.quorum.VotingMessage;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent.Trouble;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseToken;
import dev.baton.testkit.contract.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes with one id and two state files are not one voter on each side of a partition. */
class KnownVotersTest {
    private static final Duration LEASE = RegistrySettings.TERMS.lease();
    private static final Duration REPLACED_AFTER = LEASE.multipliedBy(2);
    private static final GroupMember A = voter("a", 1, "file-a");
    private static final GroupMember B = voter("b", 2, "file-b");
    private static final GroupMember B_AGAIN = voter("b", 3, "file-b");
    private static final GroupMember STRANGER = voter("b", 4, "another-file");
    private static final GroupMember C = voter("c", 5, "file-c");

    private final MemoryLedger ledger = new MemoryLedger();
    private RegistryRules rules = rules(3);
    private long now = 10 * LEASE.toNanos();
    private long views;

    private static GroupMember voter(String id, long incarnation, String mark) {
        return new GroupMember(new Node(NodeId.of(id), new Incarnation(incarnation)), true, mark, "");
    }

    /** Those of node c. */
    private RegistryRules rules(int size) {
        RegistryRules made = new RegistryRules(
                C.node(), RegistrySettings.majorityOf(size), ledger.read(), new SplittableRandom(1), 0);
        made.elect(
                (voting, at) -> voting.enter(new ElectionEntry(RulesCluster.ELECTION, C.node(), Endpoints.NONE), at),
                0);
        return made;
    }

    private void view(GroupMember... members) {
        written(rules.view(new GroupView(++views, List.of(members), true), now));
    }

    private List<RegistryEffect> written(List<RegistryEffect> effects) {
        return new WrittenAtOnce(rules, ledger).after(effects, now);
    }

    /** Those that have left the view may be asked as well. */
    private List<Node> votersInView() {
        return rules.electorate().voters().stream()
                .filter(rules.electorate().inView()::contains)
                .toList();
    }

    private void pass(Duration time) {
        now += time.toNanos();
        written(rules.tick(now));
    }

    private List<RegistryEffect> asked(GroupMember by) {
        return written(rules.received(
                by,
                new RegistryMessage.Ballot(
                        new VotingMessage.Ask(RulesCluster.ELECTION, new LeaseToken(1, now), Epoch.of(9), LEASE, 3)),
                now));
    }

    @Test
    void aStrangerIsNeitherCountedNorPromisedAnythingOnTheSmallerSide() {
        view(A, B, C);

        view(C, STRANGER);
        pass(LEASE.multipliedBy(10));

        assertThat(votersInView()).containsExactly(C.node());
        assertThat(asked(STRANGER)).isEmpty();
        rules.elect((voting, at) -> voting.campaign(RulesCluster.ELECTION, Priority.DEFAULT, at), now);
        assertThat(rules.tick(now + RegistrySettings.TERMS.requestTimeout().toNanos()))
                .anyMatch(effect -> effect instanceof RegistryEffect.Elect elect
                        && elect.effect() instanceof VotingEffect.Tell tell
                        && tell.event() instanceof Trouble trouble
                        && trouble.alarm().kind() == Alarm.Kind.DUPLICATE_NODE_ID);
    }

    /** It was frozen until it was out of the view, and has not seen that yet. */
    @Test
    void aStrangerThatIsNotInTheViewIsPromisedNothing() {
        view(A, B, C);
        view(C, STRANGER);

        view(C);

        assertThat(asked(STRANGER)).isEmpty();
    }

    @Test
    void aVoterThatWasReplacedIsPromisedNothingOutsideOfTheView() {
        view(A, B, C);
        view(A, C, STRANGER);
        pass(REPLACED_AFTER);

        assertThat(asked(STRANGER)).isNotEmpty();
        assertThat(asked(B)).isEmpty();
    }

    /** Other voters may be about to let the stranger take its place. */
    @Test
    void aVoterThatIsNotInTheViewIsPromisedNothingWhileAStrangerIs() {
        view(A, B, C);

        view(A, C, STRANGER);
        assertThat(asked(B)).isEmpty();
        assertThat(rules.electorate().voters()).as("those that are asked").containsExactly(A.node(), C.node());
        view(A, C);

        assertThat(asked(B)).isNotEmpty();
    }

    @Test
    void aVoterThatIsInTheViewIsHeardBesideAStranger() {
        view(A, B, C);

        view(STRANGER, A, B, C);

        assertThat(asked(B)).isNotEmpty();
        assertThat(asked(STRANGER)).isEmpty();
    }

    @Test
    void whatWasMetIsNotForgottenByARestart() {
        view(A, B, C);
        rules = rules(3);

        view(C, STRANGER);

        assertThat(votersInView()).containsExactly(C.node());
    }

    @Test
    void aVoterThatIsStartedAgainIsTheVoterAtOnce() {
        view(A, B, C);

        view(C, B_AGAIN);

        assertThat(votersInView()).containsExactly(C.node(), B_AGAIN.node());
        assertThat(asked(B_AGAIN)).isNotEmpty();
    }

    @Test
    void whereAllOthersAreAStrangerTakesTheVotersPlaceAfterTwoLeases() {
        view(A, B, C);

        view(A, C, STRANGER);
        pass(REPLACED_AFTER.minusMillis(1));
        assertThat(votersInView()).containsExactly(A.node(), C.node());
        pass(Duration.ofMillis(1));

        assertThat(votersInView()).containsExactly(A.node(), C.node(), STRANGER.node());
        view(C, B_AGAIN);
        assertThat(votersInView()).as("the former one is a stranger now").containsExactly(C.node());
    }

    @Test
    void aStrangerDoesNotTakeThePlaceOfAVoterThatIsHere() {
        view(A, B, C);

        view(STRANGER, A, B, C);
        pass(LEASE.multipliedBy(10));

        assertThat(votersInView()).containsExactly(A.node(), B.node(), C.node());
    }

    /** Both majorities with a voter of two need the other voter, so that one may decide. */
    @Test
    void ofTwoVotersTheOneThatIsLeftLetsTheOtherComeBackWithoutItsFile() {
        rules = rules(2);
        view(B, C);

        view(C, STRANGER);
        pass(REPLACED_AFTER);

        assertThat(votersInView()).containsExactly(C.node(), STRANGER.node());
    }

    @Test
    void whatCannotBeWrittenDownIsNotBelieved() {
        view(A, B, C);
        ledger.full(true);

        view(A, C, STRANGER);
        pass(LEASE.multipliedBy(3));

        assertThat(votersInView()).containsExactly(A.node(), C.node());
    }

    @Test
    void theFileRemembersTheVoters(@TempDir Path folder) {
        Path file = folder.resolve("state");
        try (LedgerFile written = new LedgerFile(file, "one", "c")) {
            written.write(VoterState.ofVoters(Map.of(NodeId.of("b"), "file-b")));
            written.write(VoterState.ofVoters(Map.of(NodeId.of("a"), "file-a")));
            written.write(new VoterState(Map.of(RulesCluster.ELECTION, Epoch.of(4)), LEASE, Map.of()));
        }

        try (LedgerFile read = new LedgerFile(file, "one", "c")) {
            assertThat(read.read())
                    .isEqualTo(new VoterState(
                            Map.of(RulesCluster.ELECTION, Epoch.of(4)),
                            LEASE,
                            Map.of(NodeId.of("a"), "file-a", NodeId.of("b"), "file-b")));
        }
    }

    @Test
    void aCopiedStateFileIsRefused(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("original");
        try (LedgerFile written = new LedgerFile(file, "one", "c")) {
            written.mark("file-c");
        }
        Path copy = folder.resolve("copy");
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.toList()) {
                Files.copy(each, folder.resolve(each.getFileName().toString().replace("original", "copy")));
            }
        }
        RegistryConfiguration configuration = RegistryConfiguration.of("one", copy)
                .settings(RegistrySettings.majorityOf(3))
                .build();

        try (ThreadLanes lanes = new ThreadLanes("copy", 1, FaultHandler.halting())) {
            assertThatThrownBy(() -> RegistryElector.with(configuration).start(TestContext.of("c", lanes)))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("is a copy");
        }
    }
}
