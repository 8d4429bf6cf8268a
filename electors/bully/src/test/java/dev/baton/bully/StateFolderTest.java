// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Epoch;
import dev.baton.core.FaultHandler;
import dev.baton.core.NodeId;
import dev.baton.core.UnavailableException;
import dev.baton.elector.Priority;
import dev.baton.quorum.LedgerFile;
import dev.baton.runtime.ThreadLanes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node is the member it was only with all that it remembered. */
class StateFolderTest {
    private static final SplittableRandom CHANCE = new SplittableRandom(1);
    private static final NodeId NODE = NodeId.of("node1");
    private static final Epoch PROMISED = Epoch.of(7);

    @TempDir
    Path folder;

    private Path votes;
    private Path members;

    @BeforeEach
    void nameFiles() {
        votes = folder.resolve("votes");
        members = folder.resolve("members.json");
    }

    /** One start of a node. */
    private void start(Consumer<StateFolder> life) {
        try (LedgerFile ledger = StateFolder.votes(folder, NODE)) {
            life.accept(new StateFolder(folder, ledger, CHANCE));
        }
    }

    private static Membership membership(Mark mark) {
        return Membership.formed(
                "cluster", new Member(NODE, mark, new Address("127.0.0.1", 2_222), Priority.DEFAULT, Part.FULL));
    }

    private static void join(StateFolder state) {
        state.save(membership(state.mark()));
    }

    private void vote() {
        try (LedgerFile ledger = StateFolder.votes(folder, NODE)) {
            ledger.raise(BullyRules.MEMBERS, PROMISED, Duration.ofSeconds(1));
        }
    }

    private void assertNotWhole(String how) {
        assertThatThrownBy(() -> start(state -> {}))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("not whole")
                .hasMessageContaining(how)
                .hasMessageContaining("empty the whole folder");
    }

    @Test
    void aMemberThatNeverVotedIsTheMemberItWas() {
        start(StateFolderTest::join);

        start(state -> assertThat(state.load()).contains(membership(state.mark())));
    }

    @Test
    void aMemberWithoutItsVotesIsRefused() throws IOException {
        start(StateFolderTest::join);
        vote();
        Files.delete(votes);

        assertNotWhole("are missing");
    }

    @Test
    void aMemberWithVotesOfAnotherMemoryIsRefused() throws IOException {
        start(StateFolderTest::join);
        vote();
        String earlier = Files.readString(votes);
        Files.delete(votes);
        Files.delete(members);
        start(StateFolderTest::join);
        Files.writeString(votes, earlier);

        assertNotWhole("another memory");
    }

    @Test
    void whoBeginsAnewKeepsItsVotesWhereverItIsCutShort() {
        start(StateFolderTest::join);
        vote();

        Mark next = new Mark(9);
        start(state -> state.forget(next)); // The process ends before the ledger is marked.
        start(state -> {
            assertThat(state.mark()).isEqualTo(next);
            assertThat(state.load()).isEmpty();
            join(state);
        });
        start(state -> assertThat(state.load()).contains(membership(next)));

        try (LedgerFile ledger = StateFolder.votes(folder, NODE)) {
            assertThat(ledger.highest()).isEqualTo(PROMISED);
        }
    }

    @Test
    void theVotesAreMarkedBeforeThereIsAMembership() throws IOException {
        start(state -> {});
        // A folder at the place of the new file: not even root writes there.
        Files.createDirectory(folder.resolve("members.json.new"));

        start(state -> {
            assertThatThrownBy(() -> join(state)).isInstanceOf(UnavailableException.class);
            assertThat(state.load()).isEmpty();
        });

        assertThat(votes).content().contains("mark ");
    }

    @Test
    void aNodeDoesNotStartWithoutItsVotes() throws IOException {
        BullyConfiguration configuration = BullyConfiguration.of("node1", LocalCluster.CREDENTIALS)
                .state(folder)
                .build();
        try (ThreadLanes lanes = new ThreadLanes("folder", 1, FaultHandler.halting())) {
            configuration.start(lanes).close();
            Files.delete(votes);

            assertThatThrownBy(() -> configuration.start(lanes))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("not whole");

            Files.delete(members);
            configuration.start(lanes).close();
        }
    }
}
