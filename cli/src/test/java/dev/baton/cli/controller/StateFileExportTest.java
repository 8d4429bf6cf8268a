// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cli.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFileExportTest {
    private static final byte[] STATE = {1, 2, 3, 4, 5, 0, -1};

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void keep() {
        file = folder.resolve("state");
        StateFileExport.write(file, STATE);
    }

    @Test
    void aStateComesBackAsItWas() {
        assertThat(StateFileExport.read(file)).isEqualTo(STATE);
    }

    @Test
    void anEarlierFileIsNotOverwritten() {
        assertThatThrownBy(() -> StateFileExport.write(file, STATE))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("cannot be written: FileAlreadyExistsException");
    }

    @Test
    void aFileThatIsNotWholeOrChangedIsRefused() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            refused(Arrays.copyOf(whole, length), "state");
        }
        for (int changed = 0; changed < whole.length; changed++) {
            byte[] damaged = whole.clone();
            damaged[changed] ^= 1;
            refused(damaged, "state");
        }
        refused(Arrays.copyOf(whole, whole.length + 1), "is damaged, or not whole");
    }

    @Test
    void whatHasNoEndOrIsNotThereIsRefused() {
        assertThatThrownBy(() -> StateFileExport.read(Path.of("/dev/zero"))).hasMessageContaining("is too large");
        assertThatThrownBy(() -> StateFileExport.read(folder.resolve("none")))
                .hasMessageContaining("cannot be read: NoSuchFileException");
    }

    private void refused(byte[] content, String why) throws IOException {
        Files.write(file, content);
        assertThatThrownBy(() -> StateFileExport.read(file))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining(why);
    }
}
