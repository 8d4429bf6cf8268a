// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VoteFileReserveTest {
    @TempDir
    private Path folder;

    private Path votes;
    private Path next;

    @BeforeEach
    void names() {
        votes = folder.resolve("raft-meta");
        next = folder.resolve("raft-meta.tmp");
    }

    @Test
    void thereIsRoomUnderTheNameThatIsWrittenNext() throws IOException {
        Files.writeString(votes, "term=7");

        VoteFileReserve.keep(votes);

        assertThat(Files.size(next)).isGreaterThan(4096);
        assertThat(folder).isDirectoryNotContaining("glob:**room");
        assertThat(votes).hasContent("term=7");
    }

    @Test
    void whatIsBeingWrittenIsNotTouched() throws IOException {
        Files.writeString(votes, "term=7");
        Files.writeString(next, "term=8");

        VoteFileReserve.keep(votes);

        assertThat(next).hasContent("term=8");
    }

    @Test
    void aFolderThatIsBeingMadeOrDeletedIsLeftAlone() {
        VoteFileReserve.keep(votes);

        assertThat(folder).isEmptyDirectory();
    }
}
