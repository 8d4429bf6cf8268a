// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.UnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemberIdentityTest {
    private static final MemberAddress SELF = MemberAddress.of("node1", "127.0.0.1", 7001);
    private static final UUID CLUSTER = UUID.randomUUID();

    @TempDir
    private Path folder;

    private static MemberIdentity open(Path at) {
        return new MemberIdentity(MemberSettings.bootstrap(SELF, at, List.of(SELF)));
    }

    private Path log(Path at, UUID cluster) throws IOException {
        Path current = at.resolve("raft").resolve(cluster.toString()).resolve("current");
        Files.createDirectories(current);
        return Files.writeString(current.resolve("raft-meta"), "x");
    }

    private String founded() throws IOException {
        try (MemberIdentity identity = open(folder)) {
            identity.found(new MemberIdentity.Founding(CLUSTER, List.of(identity.peer())));
            log(folder, CLUSTER);
            identity.founded();
            return identity.member();
        }
    }

    @Test
    void anIdentityStaysAndRemembersItsGroup() throws IOException {
        String member = founded();

        try (MemberIdentity again = open(folder)) {
            assertThat(again.member()).isEqualTo(member);
            assertThat(again.founding().orElseThrow().cluster()).isEqualTo(CLUSTER);
            assertThat(again.founding().orElseThrow().first()).containsExactly(again.peer());
        }
    }

    @Test
    void anEmptyFolderIsAnotherMember() throws IOException {
        String member = founded();

        try (MemberIdentity other = open(folder.resolve("empty"))) {
            assertThat(other.member()).startsWith("node1@").isNotEqualTo(member);
            assertThat(other.founding()).isEmpty();
        }
    }

    @Test
    void aCopyIsRefused() throws IOException {
        founded();
        Path copy = folder.resolveSibling(folder.getFileName() + "-copy");
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(it -> !it.toString().endsWith(".socket")).toList()) {
                Files.copy(file, copy.resolve(folder.relativize(file).toString()));
            }
        }

        assertThatThrownBy(() -> open(copy)).hasMessageContaining("copy").hasMessageContaining("empty folder");
    }

    /** What lies in the folder, and is put back over it: nothing is deleted, and every file stays the one that it is. */
    private Map<Path, byte[]> backup(Path of) throws IOException {
        // Or its inode number may be given again, which shows only where it is known when a file was made.
        Files.createLink(
                Files.createTempDirectory(folder, "kept").resolve("generation"), folder.resolve("member.generation"));
        Map<Path, byte[]> contents = new HashMap<>();
        try (Stream<Path> files = Files.walk(of)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(it -> !it.endsWith("generation"))
                    .toList()) {
                contents.put(file, Files.readAllBytes(file));
            }
        }
        return contents;
    }

    private static void restore(Map<Path, byte[]> contents) throws IOException {
        for (Map.Entry<Path, byte[]> each : contents.entrySet()) {
            Files.write(each.getKey(), each.getValue());
        }
    }

    @Test
    void aBackupThatIsPutBackInPlaceIsRefusedAlsoOfTheLogAlone() throws IOException {
        founded();
        Map<Path, byte[]> all = backup(folder);
        Map<Path, byte[]> log = backup(folder.resolve("raft"));
        open(folder).close();

        restore(log);
        assertThatThrownBy(() -> open(folder)).hasMessageContaining("restored from a backup");
        restore(all);
        assertThatThrownBy(() -> open(folder)).hasMessageContaining("restored from a backup");
    }

    @Test
    void aBackupThatWasMadeWhileTheMemberRanIsRefusedAfterItsStop() throws IOException {
        founded();
        Map<Path, byte[]> all;
        Map<Path, byte[]> log;
        try (MemberIdentity running = open(folder)) {
            all = backup(folder);
            log = backup(folder.resolve("raft"));
            assertThat(running.founding()).isPresent();
        }

        restore(log);
        assertThatThrownBy(() -> open(folder)).hasMessageContaining("restored from a backup");
        restore(all);
        assertThatThrownBy(() -> open(folder)).hasMessageContaining("restored from a backup");
    }

    @Test
    void aCrashBetweenTheTwoCountsIsNoBackup() throws IOException {
        founded();
        Path count = folder.resolve("raft").resolve(CLUSTER.toString()).resolve("count");
        Files.writeString(count, Long.parseLong(Files.readString(count).trim()) + 1 + "\n");

        try (MemberIdentity again = open(folder)) {
            assertThat(again.founding()).isPresent();
        }
        open(folder).close();
    }

    @Test
    void aFolderWhoseLogIsGoneIsRefused() throws IOException {
        founded();
        Files.delete(log(folder, CLUSTER));

        assertThatThrownBy(() -> open(folder)).hasMessageContaining("is gone");
    }

    @Test
    void aMemberRemembersThatItWasLetIn() throws IOException {
        try (MemberIdentity identity = open(folder)) {
            identity.found(new MemberIdentity.Founding(CLUSTER, List.of()));
            log(folder, CLUSTER);
            identity.founded();
            assertThat(identity.wasIn()).isFalse();
        }
        try (MemberIdentity again = open(folder)) {
            assertThat(again.wasIn()).isFalse();
            again.letIn();
        }
        try (MemberIdentity again = open(folder)) {
            assertThat(again.wasIn()).isTrue();
        }
        Path first = folder.resolve("first");
        try (MemberIdentity identity = open(first)) {
            identity.found(new MemberIdentity.Founding(CLUSTER, List.of(identity.peer())));
            assertThat(identity.wasIn()).isTrue();
        }
    }

    @Test
    void aGroupThatHadNoLogYetIsForgottenWithWhatWasBegunOfIt() throws IOException {
        Path votes;
        try (MemberIdentity identity = open(folder)) {
            identity.found(new MemberIdentity.Founding(CLUSTER, List.of(identity.peer())));
            votes = log(folder, CLUSTER);
        }
        try (MemberIdentity hasVotes = open(folder)) {
            assertThat(hasVotes.founding()).isPresent();
        }
        Files.delete(votes);
        assertThatThrownBy(() -> open(folder)).hasMessageContaining("is gone");

        String member;
        Path other = folder.resolve("other");
        try (MemberIdentity identity = open(other)) {
            identity.found(new MemberIdentity.Founding(CLUSTER, List.of(identity.peer())));
            Files.delete(log(other, CLUSTER));
            member = identity.member();
        }
        try (MemberIdentity again = open(other)) {
            assertThat(again.founding()).isEmpty();
            assertThat(again.member()).isEqualTo(member);
            assertThat(other.resolve("raft").resolve(CLUSTER.toString())).doesNotExist();
        }
    }

    /** What the engine leaves if it has to note a term on a disk without room. */
    @Test
    void aFolderWhoseVotesAreEmptyIsRefusedWithTheCommandThatHelps() throws IOException {
        founded();
        Files.write(log(folder, CLUSTER), new byte[0]);

        assertThatThrownBy(() -> open(folder))
                .hasMessageContaining("votes are not known")
                .hasMessageContaining("mv " + folder);
    }

    @Test
    void aLogOfAnotherGroupIsRefused() throws IOException {
        founded();
        log(folder, UUID.randomUUID());

        assertThatThrownBy(() -> open(folder)).hasMessageContaining("belongs to group " + CLUSTER);
    }

    @Test
    void aFurtherGroupOfAnotherClusterIsRefused() throws IOException {
        founded();
        UUID foreign = DataGroupIds.of(UUID.randomUUID(), 1);
        log(folder, foreign);

        assertThatThrownBy(() -> open(folder))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("the log of group " + foreign + ", and belongs to group " + CLUSTER);
    }

    @Test
    void aLogWithoutAnIdentityIsRefused() throws IOException {
        log(folder, CLUSTER);

        assertThatThrownBy(() -> open(folder)).hasMessageContaining("no identity");
    }

    @Test
    void aFolderInUseAndOneOfAnotherNodeAreRefused() {
        try (MemberIdentity held = open(folder)) {
            assertThatThrownBy(() -> open(folder)).hasMessageContaining("in use");
            assertThat(held.member()).isNotEmpty();
        }
        MemberAddress other = MemberAddress.of("node2", "127.0.0.1", 7002);
        assertThatThrownBy(() -> new MemberIdentity(MemberSettings.bootstrap(other, folder, List.of(other))))
                .hasMessageContaining("not this node's");
    }

    @Test
    void aFurtherGroupWhoseLogIsGoneIsRefused() throws IOException {
        founded();
        Path log = log(folder, DataGroupIds.of(CLUSTER, 7));
        try (MemberIdentity identity = open(folder)) {
            identity.entered(7);
        }
        try (MemberIdentity again = open(folder)) {
            assertThat(again.wasIn(7)).isTrue();
        }
        Files.delete(log);

        assertThatThrownBy(() -> open(folder))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("is gone")
                .hasMessageContaining("mv " + folder);
    }

    @Test
    void aFurtherGroupThatWasLeftIsNeverFoundedAgain() throws IOException {
        founded();
        try (MemberIdentity identity = open(folder)) {
            identity.entered(7);
            identity.leaving(7, false);
            identity.entered(8);
            identity.leaving(8, true);
        }

        try (MemberIdentity again = open(folder)) {
            assertThat(again.wasIn(7)).isTrue();
            assertThat(again.wasIn(8)).isFalse();
        }
    }

    @Test
    void theIdOfAFurtherGroupTellsItsNumberInItsClusterAlone() {
        UUID id = DataGroupIds.of(CLUSTER, 12);

        assertThat(DataGroupIds.number(CLUSTER, id)).hasValue(12);
        assertThat(DataGroupIds.number(UUID.randomUUID(), id)).isEmpty();
        assertThat(DataGroupIds.number(CLUSTER, CLUSTER)).isEmpty();
        assertThat(DataGroupIds.number(CLUSTER, "no id")).isEmpty();
    }
}
