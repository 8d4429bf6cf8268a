// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.guarded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a process that cannot be looked at. */
class CommandProcessesTest {
    @TempDir
    private Path folder;

    @Test
    void aProcessWithoutAnEntryHasEnded() {
        assertThat(CommandProcesses.stat(folder.resolve("1/stat"))).isEmpty();
    }

    @Test
    void aProcessIsKnownByItsSessionWhateverItsName() throws IOException {
        Path entry = Files.writeString(folder.resolve("stat"), "7 (a) b) T 1 7 5 0 -1");

        assertThat(CommandProcesses.stat(entry)).contains(new CommandProcesses.Stat('T', 5));
    }

    /** As at the limit of open files. What can be read, and fails to be, here is a folder. */
    @Test
    void aProcessWhoseEntryCannotBeOpenedIsNotTakenForEnded() throws IOException {
        Path unreadable = Files.createDirectory(folder.resolve("stat"));

        assertThatThrownBy(() -> CommandProcesses.stat(unreadable)).isInstanceOf(UncheckedIOException.class);
    }
}
