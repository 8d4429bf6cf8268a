// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.bully.Address;
import dev.baton.bully.MemberRole;
import dev.baton.internal.state.StateFile;
import dev.baton.quorum.VoterState;
import dev.baton.spi.Priority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
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
        members = folder.resolve("members");
    }

    /** One start of a node. */
    private void start(Consumer<StateFolder> life) {
        start(folder, life);
    }

    private static void start(Path in, Consumer<StateFolder> life) {
        try (StateFolder opened = new StateFolder(in, NODE, CHANCE)) {
            life.accept(opened);
        }
    }

    private static Membership membership(StateId mark) {
        return Membership.formed(
                "cluster",
                new BullyMember(NODE, mark, new Address("127.0.0.1", 2_222), Priority.DEFAULT, MemberRole.FULL));
    }

    private static void join(StateFolder state) {
        state.save(membership(state.mark()));
    }

    private void vote() {
        start(state -> state.ledger().write(promise(PROMISED)));
    }

    private void assertNotWhole(String how) {
        assertThatThrownBy(() -> start(state -> {}))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("not whole")
                .hasMessageContaining(how)
                .hasMessageContaining("empty the whole folder");
    }

    private static VoterState promise(Epoch epoch) {
        return new VoterState(Map.of(Membership.ELECTION, epoch), Duration.ofSeconds(1), Map.of());
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
        // Or they would be told from the latest by their generation, and the folder be a copy.
        Files.delete(votes.resolveSibling(votes.getFileName() + ".generation"));
        Files.writeString(votes, earlier);

        assertNotWhole("another memory");
    }

    @Test
    void whoBeginsAnewKeepsItsVotesWhereverItIsCutShort() {
        start(StateFolderTest::join);
        vote();

        StateId next = new StateId(9);
        start(state -> state.forget(next)); // The process ends before the ledger is marked.
        start(state -> {
            assertThat(state.mark()).isEqualTo(next);
            assertThat(state.load()).isEmpty();
            join(state);
        });
        start(state -> assertThat(state.load()).contains(membership(next)));

        start(state -> assertThat(state.ledger().read()).isEqualTo(promise(PROMISED)));
    }

    @Test
    void theVotesAreMarkedBeforeThereIsAMembership() throws IOException {
        start(state -> {});
        // A folder at the place of the new file: not even root writes there.
        Files.createDirectory(folder.resolve("members.new"));

        start(state -> {
            assertThatThrownBy(() -> join(state)).isInstanceOf(UnavailableException.class);
            assertThat(state.load()).isEmpty();
        });

        assertThat(votes).content().contains("mark ");
    }

    private Path copied() throws IOException {
        start(StateFolderTest::join);
        vote();
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, copy.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        return copy;
    }

    @Test
    void aCopyIsAnotherVoterThatKnowsWhomToJoin() throws IOException {
        Path copy = copied();

        start(original -> start(copy, state -> {
            assertThat(original.load().orElseThrow().has(NODE, original.mark())).isTrue();
            assertThat(state.isCopy()).isTrue();
            assertThat(state.load()).isEqualTo(original.load());
            assertThat(state.load().orElseThrow().has(NODE, state.mark())).isFalse();
        }));
    }

    @Test
    void aCopyIsTheVoterOnceAnOperatorSaysSo() throws IOException {
        Path copy = copied();
        start(copy, state -> {
            Membership newer = membership(new StateId(7)).stamped(Epoch.of(2), Epoch.NONE);
            state.save(newer);
            assertThat(state.load()).contains(newer);
            state.ledger().write(promise(PROMISED.next()));
        });

        assertThat(StateFile.adopt(copy)).isTrue();

        start(original -> start(copy, state -> {
            assertThat(state.isCopy()).isFalse();
            assertThat(state.mark()).isEqualTo(original.mark());
            assertThat(state.load()).isEqualTo(original.load());
            assertThat(state.ledger().read()).isEqualTo(promise(PROMISED.next()));
        }));
    }

    @Test
    void aCopyThatWasLetInIsTheVoterThatWasLetIn() throws IOException {
        Path copy = copied();
        StateId[] letIn = new StateId[1];
        start(copy, state -> {
            letIn[0] = state.mark();
            join(state);
            assertThat(state.isCopy()).isFalse();
        });

        start(copy, state -> {
            assertThat(state.isCopy()).isFalse();
            assertThat(state.mark()).isEqualTo(letIn[0]);
            assertThat(state.load()).contains(membership(letIn[0]));
        });
    }
}
