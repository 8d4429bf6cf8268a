// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.UnavailableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFileTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void chooseFile() throws IOException {
        folder = folder.toRealPath();
        file = folder.resolve("state");
    }

    private static StateFile open(Path at) {
        return new StateFile(at, "epochs", "one a", "restore it");
    }

    private static void store(Path at, String content) {
        try (StateFile opened = open(at)) {
            opened.replace(content);
        }
    }

    private static String stored(Path at) {
        try (StateFile opened = open(at)) {
            return opened.content().orElse("nothing");
        }
    }

    private void assertRefused(String why) {
        assertThatThrownBy(() -> open(file))
                .isInstanceOf(UnavailableException.class)
                .hasMessageStartingWith("state file " + file + " ")
                .hasMessageContaining(why);
    }

    @Test
    void whatIsStoredIsFoundAgain() {
        assertThat(stored(file)).isEqualTo("nothing");
        store(file, "orders 7\n");

        assertThat(stored(file)).isEqualTo("orders 7\n");
    }

    @Test
    void everyFlippedBitIsNoticed() throws IOException {
        store(file, "orders 7\n");
        byte[] whole = Files.readAllBytes(file);

        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, flipped);
            assertThatThrownBy(() -> open(file)).as("bit %s", bit).isInstanceOf(UnavailableException.class);
        }
    }

    @Test
    void everyTornFileIsNoticedAndLeftAsItIs() throws IOException {
        store(file, "orders 7\n");
        String whole = Files.readString(file);

        for (int length = 0; length < whole.length(); length++) {
            Files.writeString(file, whole.substring(0, length));
            assertRefused("is damaged: ");
            assertThat(file).hasContent(whole.substring(0, length));
        }
    }

    @Test
    void aFileOfALaterVersionIsRefusedAsSuch() throws IOException {
        store(file, "orders 7\n");
        Files.writeString(file, Files.readString(file).replace("baton-state 1", "baton-state 2"));

        assertRefused("it has version 2, and this node reads 1");
    }

    @Test
    void aFileOfAnotherOwnerOrKindIsRefusedAsSuch() {
        store(file, "orders 7\n");

        assertThatThrownBy(() -> new StateFile(file, "epochs", "other a", "x")).hasMessageContaining("not this node's");
        assertThatThrownBy(() -> new StateFile(file, "votes", "one a", "x")).hasMessageContaining("holds epochs");
    }

    @Test
    void aHugeFileIsNotRead() throws IOException {
        Files.write(file, new byte[StateText.MAX_BYTES + 1]);

        assertRefused("larger than");
    }

    @Test
    void contentThatWouldNotBeReadAgainIsNotStored() {
        try (StateFile opened = open(file)) {
            assertThatThrownBy(() -> opened.replace("x".repeat(StateText.MAX_BYTES)))
                    .hasMessageContaining("cannot be written");
            assertThat(opened.content()).isEmpty();
        }
    }

    @Test
    void whatALinkLeadsToIsReplacedAndTheLinkStays() throws IOException {
        Path volume = Files.createDirectory(folder.resolve("volume"));
        Path behind = volume.resolve("kept");
        Files.createSymbolicLink(file, Path.of("volume/kept"));

        store(file, "orders 7\n"); // The link leads to nothing yet.
        store(file, "orders 9\n");

        assertThat(file).isSymbolicLink();
        assertThat(stored(behind)).isEqualTo("orders 9\n");
        try (StateFile opened = open(file)) {
            assertThatThrownBy(() -> open(behind)).hasMessageContaining("in use");
            assertThat(opened.path()).isEqualTo(behind);
        }
    }

    @Test
    void linksThatLeadInACircleAreRefused() throws IOException {
        Files.createSymbolicLink(file, folder.resolve("other"));
        Files.createSymbolicLink(folder.resolve("other"), file);

        assertRefused("cannot be used");
    }

    private Path copied() throws IOException {
        store(file, "orders 7\n");
        Path copy = Files.createDirectory(folder.resolve("copy")).resolve("state");
        for (String suffix : new String[] {"", ".lock"}) {
            Files.copy(
                    file.resolveSibling("state" + suffix),
                    copy.resolveSibling("state" + suffix),
                    StandardCopyOption.COPY_ATTRIBUTES);
        }
        return copy;
    }

    @Test
    void aCopyIsToldFromTheOriginalUntilItIsAdopted() throws IOException {
        Path copy = copied();

        try (StateFile original = open(file);
                StateFile copyOfIt = open(copy)) {
            assertThat(original.isCopy()).isFalse();
            assertThat(copyOfIt.isCopy()).isTrue();
            copyOfIt.replace("orders 8\n");
            assertThat(copyOfIt.isCopy()).isTrue();
        }
        assertThat(StateFile.adopt(copy.getParent())).isTrue();

        try (StateFile adopted = open(copy)) {
            assertThat(adopted.isCopy()).isFalse();
            assertThat(adopted.content()).contains("orders 8\n");
        }
        assertThat(StateFile.adopt(copy)).isFalse();
    }

    @Test
    void aFileThatWasRenamedOrGivenToAnotherUserIsNoCopy() throws IOException {
        store(file, "orders 7\n");
        Path renamed = folder.resolve("renamed");
        Files.setPosixFilePermissions(folder.resolve("state.lock"), PosixFilePermissions.fromString("rw-rw----"));
        Files.move(file, renamed);
        Files.move(folder.resolve("state.lock"), folder.resolve("renamed.lock"));

        try (StateFile opened = open(renamed)) {
            assertThat(opened.isCopy()).isFalse();
        }
    }

    @Test
    void anEarlierContentThatWasPutBackIsToldFromTheLatestUntilItIsAdopted() throws IOException {
        store(file, "orders 5\n");
        byte[] backup = Files.readAllBytes(file);
        store(file, "orders 10\n");

        Files.write(file, backup);

        try (StateFile restored = open(file)) {
            assertThat(restored.isCopy()).isTrue();
            restored.replace("orders 6\n");
            restored.replace("orders 7\n");
            assertThat(restored.isCopy()).isTrue();
        }
        assertThat(StateFile.adopt(folder)).isTrue();
        try (StateFile adopted = open(file)) {
            assertThat(adopted.isCopy()).isFalse();
            assertThat(adopted.content()).contains("orders 7\n");
        }
        Files.write(file, backup);
        try (StateFile restored = open(file)) {
            assertThat(restored.isCopy()).isTrue();
        }
    }

    /** File systems give the inode numbers of deleted files again. */
    @Test
    void aBackupOfAllFilesThatIsRestoredIntoTheEmptiedFolderIsACopy(@TempDir Path backup) throws IOException {
        store(file, "orders 2\n");
        copyAll(folder, backup);
        store(file, "orders 5\n");

        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.toList()) {
                Files.delete(each);
            }
        }
        copyAll(backup, folder);

        try (StateFile restored = open(file)) {
            assertThat(restored.content()).contains("orders 2\n");
            assertThat(restored.isCopy()).isTrue();
        }
    }

    private static void copyAll(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                Files.copy(each, to.resolve(each.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** As {@code cp -a backup/. folder/} does: every file stays the one that it is, and gets its earlier content. */
    @Test
    void aBackupThatIsWrittenOverAllFilesInPlaceIsACopy(@TempDir Path backup) throws IOException {
        store(file, "orders 2\n");
        copyAll(folder, backup);
        store(file, "orders 5\n");

        for (String name : List.of("state", "state.lock", "state.generation")) {
            Files.write(folder.resolve(name), Files.readAllBytes(backup.resolve(name)));
        }

        try (StateFile restored = open(file)) {
            assertThat(restored.content()).contains("orders 2\n");
            assertThat(restored.isCopy()).isTrue();
        }
        assertThat(StateFile.adopt(folder)).isTrue();
        try (StateFile adopted = open(file)) {
            assertThat(adopted.isCopy()).isFalse();
        }
    }

    /** As {@code rsync -a} does, which leaves the lock file alone since it has not changed. */
    @Test
    void aBackupThatReplacesAllButTheLockIsACopy(@TempDir Path backup) throws IOException {
        store(file, "orders 2\n");
        copyAll(folder, backup);
        // Or its inode number may be given again, which shows only where it is known when a file was made.
        Files.createLink(folder.resolve("kept"), folder.resolve("state.generation"));
        store(file, "orders 5\n");

        for (String name : List.of("state", "state.generation")) {
            Path fresh = Files.copy(backup.resolve(name), folder.resolve("rsynced"));
            Files.move(fresh, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }

        try (StateFile restored = open(file)) {
            assertThat(restored.content()).contains("orders 2\n");
            assertThat(restored.isCopy()).isTrue();
        }
    }

    @Test
    void aCopyByHardLinksIsNotUsedNorIsItsOriginalWhileThereIsOne() throws IOException {
        store(file, "orders 2\n");
        Path copies = Files.createDirectory(folder.resolve("copies"));
        for (String name : List.of("state", "state.lock", "state.generation")) {
            Files.createLink(copies.resolve(name), folder.resolve(name));
        }

        assertRefused("hard links");
        assertThatThrownBy(() -> open(copies.resolve("state"))).hasMessageContaining("hard links");
        Files.delete(copies.resolve("state.lock"));
        assertThat(stored(file)).isEqualTo("orders 2\n");
    }

    @Test
    void aCrashBeforeTheGenerationIsNotedLeavesTheOriginal() throws IOException {
        Path generation = folder.resolve("state.generation");
        store(file, "orders 5\n");
        byte[] before = Files.readAllBytes(generation);
        store(file, "orders 6\n");
        Files.write(generation, before);

        try (StateFile opened = open(file)) {
            assertThat(opened.isCopy()).isFalse();
            assertThat(opened.content()).contains("orders 6\n");
        }
        Files.delete(generation); // As after the first write.
        try (StateFile opened = open(file)) {
            assertThat(opened.isCopy()).isFalse();
        }
    }

    @Test
    void aFirstGenerationThatAFullDiskLeftEmptyIsNone() throws IOException {
        store(file, "first\n");
        Files.writeString(folder.resolve("state.generation"), "");

        try (StateFile again = open(file)) {
            assertThat(again.content()).contains("first\n");
            assertThat(again.isCopy()).isFalse();
        }
    }

    @Test
    void aGenerationThatIsNoNumberIsRefused() throws IOException {
        store(file, "orders 5\n");
        Files.writeString(folder.resolve("state.generation"), "five");

        assertRefused("state.generation is damaged");
    }

    @Test
    void nothingIsAdoptedWhereThereIsNoStateFile() throws IOException {
        assertThatThrownBy(() -> StateFile.adopt(folder)).hasMessageContaining("no state file");
        Files.write(file, "something else".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> StateFile.adopt(folder)).hasMessageContaining("is damaged");
        assertThat(file).hasContent("something else");
    }
}
