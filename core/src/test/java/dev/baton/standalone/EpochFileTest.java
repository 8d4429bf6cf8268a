// SPDX-License-Identifier: Apache-2.0
package dev.baton.standalone;

import static dev.baton.Sample.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.UnavailableException;
import dev.baton.internal.check.InvariantViolation;
import dev.baton.internal.state.StateFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class EpochFileTest {
    @TempDir
    Path directory;

    private Path path;

    @BeforeEach
    void place() throws IOException {
        path = directory.toRealPath().resolve("epochs");
    }

    private static Process startHolder(Path file) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        EpochFileHolder.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
    }

    private static BufferedReader outputOf(Process process) {
        return process.inputReader(StandardCharsets.UTF_8);
    }

    private Epoch nextAfterReopening() {
        try (EpochFile file = new EpochFile(path)) {
            return next(file, ORDERS);
        }
    }

    private static Epoch next(EpochSource source, ElectionName election) {
        return Objects.requireNonNull(source.next(List.of(election)).get(election));
    }

    @Test
    void epochsRiseAcrossReopening() {
        assertThat(nextAfterReopening()).isEqualTo(Epoch.of(1));
        assertThat(nextAfterReopening()).isEqualTo(Epoch.of(2));
        try (EpochFile file = new EpochFile(path)) {
            assertThat(next(file, ORDERS)).isEqualTo(Epoch.of(3));
            assertThat(next(file, ORDERS)).isEqualTo(Epoch.of(4));
            assertThat(next(file, ElectionName.of("billing"))).isEqualTo(Epoch.of(1));
        }
        assertThat(nextAfterReopening()).isEqualTo(Epoch.of(5));
    }

    @Test
    void theFileIsReadableByPeople() {
        nextAfterReopening();

        assertThat(path).content().startsWith("baton-state 1 epochs ").endsWith("\norders 1\n");
    }

    @Test
    void missingDirectoriesAreMade() {
        path = directory.resolve("a/b/epochs");

        assertThat(nextAfterReopening()).isEqualTo(Epoch.of(1));
    }

    @Test
    void whatACrashLeftBehindWhileWritingIsNotUsed() throws IOException {
        nextAfterReopening();
        Files.writeString(directory.resolve("epochs.new"), "baton-state 1 epochs");

        assertThat(nextAfterReopening()).isEqualTo(Epoch.of(2));
    }

    private void store(String content) {
        try (StateFile file = new StateFile(path, "epochs", "standalone", "")) {
            file.replace(content);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\n",
                "orders\n",
                "orders 4 5\n",
                "orders -4\n",
                "orders four\n",
                "orders 99999999999999999999\n",
                "Orders 4\n",
                "orders 4\norders 5\n"
            })
    void contentThatMakesNoSenseIsRefusedAndLeftAsItIs(String content) throws IOException {
        store(content);
        String whole = Files.readString(path);

        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> new EpochFile(path))
                .withMessageStartingWith("state file " + path + " is damaged: ")
                .withMessageEndingWith("; restore it, or remove it once nothing remembers its epochs");
        assertThat(path).hasContent(whole);
    }

    @Test
    void aFileThatIsNoTextIsRefused() throws IOException {
        Files.write(path, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});

        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> new EpochFile(path))
                .withMessageStartingWith("state file " + path + " is damaged: it is not a text");
    }

    @Test
    void aRefusedFileCanBeUsedOnceItIsMended() throws IOException {
        store("orders 7\n");
        String whole = Files.readString(path);
        Files.writeString(path, whole.replace("orders 7", "orders 3"));
        assertThatExceptionOfType(UnavailableException.class).isThrownBy(() -> new EpochFile(path));

        Files.writeString(path, whole);

        assertThat(nextAfterReopening()).isEqualTo(Epoch.of(8));
    }

    @Test
    void aRestoredFileIsRefusedUntilItIsAdopted() throws IOException {
        nextAfterReopening();
        byte[] backup = Files.readAllBytes(path);
        nextAfterReopening();
        Files.write(path, backup);

        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> new EpochFile(path))
                .withMessageContaining("restored from a backup")
                .withMessageContaining("baton adopt-state " + path);
        StateFile.adopt(path);
        assertThat(nextAfterReopening()).isEqualTo(Epoch.of(2));
    }

    @Test
    void aDirectoryInItsPlaceIsRefused() throws IOException {
        Files.createDirectory(path);

        assertThatExceptionOfType(UnavailableException.class).isThrownBy(() -> new EpochFile(path));
    }

    @Test
    void aSecondUserInThisProcessIsRefused() {
        try (EpochFile first = new EpochFile(path)) {
            assertThatExceptionOfType(UnavailableException.class)
                    .isThrownBy(() -> new EpochFile(directory.resolve("./x/../epochs")))
                    .withMessage("state file " + path + " is in use by another node");

            assertThat(next(first, ORDERS)).isEqualTo(Epoch.of(1));
        }
        assertThat(nextAfterReopening()).isEqualTo(Epoch.of(2));
    }

    @Test
    void aSecondUserByAnotherNameIsRefusedAndTheFirstKeepsItsLock() throws Exception {
        Path other = Files.createSymbolicLink(directory.resolveSibling(directory.getFileName() + "-link"), directory);
        try (EpochFile first = new EpochFile(path)) {
            assertThatExceptionOfType(UnavailableException.class)
                    .isThrownBy(() -> new EpochFile(other.resolve("epochs")))
                    .withMessageEndingWith("is in use by another node");

            assertKeptFromOthers(path);
            assertThat(next(first, ORDERS)).isEqualTo(Epoch.of(1));
        } finally {
            Files.delete(other);
        }
    }

    private static void assertKeptFromOthers(Path file) throws Exception {
        Process other = startHolder(file);
        assertThat(outputOf(other).readLine()).startsWith("refused ").endsWith("is in use by another node");
        assertThat(other.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    /** A lock that this process holds is released when anything in it closes the file. */
    @Test
    void aProcessThatReadsItsOwnFolderKeepsTheFile() throws Exception {
        try (EpochFile file = new EpochFile(path)) {
            next(file, ORDERS);
            Files.readAllBytes(path.resolveSibling("epochs.lock"));

            assertKeptFromOthers(path);
        }
        Process next = startHolder(path);
        assertThat(outputOf(next).readLine()).isEqualTo("epoch 2");
        next.destroyForcibly();
    }

    @Test
    void aSecondUserInAnotherClassLoaderIsRefusedAndTheFirstKeepsItsLock() throws Exception {
        URL[] classes = {StateFile.class.getProtectionDomain().getCodeSource().getLocation()};
        try (EpochFile first = new EpochFile(path);
                URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
            Constructor<?> open = loader.loadClass(StateFile.class.getName())
                    .getConstructor(Path.class, String.class, String.class, String.class);

            assertThatExceptionOfType(InvocationTargetException.class)
                    .isThrownBy(() -> open.newInstance(path, "epochs", "standalone", ""))
                    .havingCause()
                    .withMessage("state file " + path + " is in use by another node");

            assertKeptFromOthers(path);
            assertThat(next(first, ORDERS)).isEqualTo(Epoch.of(1));
        }
    }

    @Test
    void aSecondUserOfTheSameLockByAHardLinkIsRefusedAndTheFirstKeepsItsLock() throws Exception {
        try (EpochFile first = new EpochFile(path)) {
            Files.createLink(directory.resolve("other.lock"), directory.resolve("epochs.lock"));

            assertThatExceptionOfType(UnavailableException.class)
                    .isThrownBy(() -> new EpochFile(directory.resolve("other")))
                    .withMessageEndingWith("is in use by another node");

            assertKeptFromOthers(path);
            assertThat(next(first, ORDERS)).isEqualTo(Epoch.of(1));
        }
    }

    @Test
    void aLinkToTheFileIsTheFile() throws IOException {
        nextAfterReopening();
        Path link = Files.createSymbolicLink(directory.resolve("link"), path);

        try (EpochFile file = new EpochFile(link)) {
            assertThat(next(file, ORDERS)).isEqualTo(Epoch.of(2));
            assertThatExceptionOfType(UnavailableException.class).isThrownBy(() -> new EpochFile(path));
        }

        assertThat(nextAfterReopening()).isEqualTo(Epoch.of(3));
    }

    @Test
    void aFileInUseByAnotherProcessIsRefusedUntilThatEnds() throws Exception {
        Process other = startHolder(path);
        try {
            assertThat(outputOf(other).readLine()).isEqualTo("epoch 1");

            assertThatExceptionOfType(UnavailableException.class)
                    .isThrownBy(() -> new EpochFile(path))
                    .withMessage("state file " + path + " is in use by another node");
        } finally {
            other.destroyForcibly();
        }
        assertThat(other.waitFor(30, TimeUnit.SECONDS)).isTrue();

        assertThat(nextAfterReopening()).isEqualTo(Epoch.of(2));
    }

    @Test
    void anEpochThatCannotBeWrittenIsNotHandedOut() throws IOException {
        try (EpochFile file = new EpochFile(path)) {
            next(file, ORDERS);
            // In the way of the new file; unlike permissions this stops the superuser as well.
            Files.createDirectory(directory.resolve("epochs.new"));

            assertThatExceptionOfType(UnavailableException.class)
                    .isThrownBy(() -> next(file, ORDERS))
                    .withMessageStartingWith("state file " + path + " cannot be written: ");

            Files.delete(directory.resolve("epochs.new"));
            assertThat(next(file, ORDERS)).isEqualTo(Epoch.of(2));
        }
    }

    @Test
    void aClosedFileHandsOutNothing() {
        EpochFile file = new EpochFile(path);
        file.close();
        file.close();

        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> next(file, ORDERS))
                .withMessage("state file " + path + " is closed");
    }

    @Test
    void theLastEpochIsNotFollowedByTheFirst() {
        store("orders " + Long.MAX_VALUE + "\n");

        try (EpochFile file = new EpochFile(path)) {
            assertThatExceptionOfType(InvariantViolation.class).isThrownBy(() -> next(file, ORDERS));
        }
    }

    @Test
    void epochsInMemoryRisePerElection() {
        MemoryEpochs epochs = new MemoryEpochs();

        assertThat(next(epochs, ORDERS)).isEqualTo(Epoch.of(1));
        assertThat(next(epochs, ORDERS)).isEqualTo(Epoch.of(2));
        assertThat(next(epochs, ElectionName.of("billing"))).isEqualTo(Epoch.of(1));
        epochs.close();
        assertThat(next(epochs, ORDERS)).isEqualTo(Epoch.of(3));
    }

    @Test
    void electionsThatAskTogetherCostOneWrite() {
        Path path = directory.resolve("epochs");
        ElectionName billing = ElectionName.of("billing");
        try (EpochFile file = new EpochFile(path)) {
            next(file, ORDERS);

            assertThat(file.next(List.of(ORDERS, billing)))
                    .containsOnly(Map.entry(ORDERS, Epoch.of(2)), Map.entry(billing, Epoch.of(1)));
        }

        try (EpochFile again = new EpochFile(path)) {
            assertThat(next(again, billing)).isEqualTo(Epoch.of(2));
        }
    }
}
