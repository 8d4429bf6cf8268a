// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.raft.group.ReplicatedPart;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotFileTest {
    private final RecordsPart part = new RecordsPart();
    private final Map<String, ReplicatedPart> parts = Map.of(RecordsPart.NAME, part);

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void written() throws IOException {
        part.apply(1, RecordsPart.bytes("one"));
        part.apply(2, RecordsPart.bytes("two"));
        file = folder.resolve("snapshot");
        SnapshotFile.write(file, folder.resolve("fresh"), parts);
    }

    @Test
    void whatWasWrittenIsRestored() throws IOException {
        RecordsPart other = new RecordsPart();
        other.apply(1, RecordsPart.bytes("to be replaced"));

        SnapshotFile.restore(file, Map.of(RecordsPart.NAME, other));

        assertThat(other.records()).containsExactly("one", "two");
        assertThat(SnapshotFile.digest(other)).isEqualTo(SnapshotFile.digest(part));
        assertThat(folder.resolve("fresh")).doesNotExist();
    }

    @Test
    void everyChangedByteAndEveryTornFileIsRefusedAndNothingIsChanged() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int i = 0; i < whole.length; i++) {
            byte[] changed = whole.clone();
            changed[i] ^= 0x10;
            Files.write(file, changed);
            assertThatThrownBy(() -> SnapshotFile.restore(file, parts))
                    .as("byte " + i)
                    .isInstanceOf(IOException.class);
            Files.write(file, Arrays.copyOf(whole, i));
            assertThatThrownBy(() -> SnapshotFile.restore(file, parts))
                    .as("length " + i)
                    .isInstanceOf(IOException.class);
        }

        assertThat(part.records()).containsExactly("one", "two");
    }

    @Test
    void aPartThatThisMemberDoesNotHaveIsRefused() {
        assertThatThrownBy(() -> SnapshotFile.restore(file, Map.of())).hasMessageContaining("does not have");
    }

    @Test
    void oneOfALaterVersionIsRefusedThoughItIsWhole() throws IOException {
        byte[] later = Files.readAllBytes(file);
        ByteBuffer bytes = ByteBuffer.wrap(later);
        bytes.putInt(Integer.BYTES, 2);
        CRC32C sum = new CRC32C();
        sum.update(later, 0, later.length - Long.BYTES);
        bytes.putLong(later.length - Long.BYTES, sum.getValue());
        Files.write(file, later);

        assertThatThrownBy(() -> SnapshotFile.restore(file, parts))
                .hasMessageContaining(file.toString())
                .hasMessageContaining("it has version 2, and this member reads 1");
        assertThat(part.records()).containsExactly("one", "two");
    }
}
