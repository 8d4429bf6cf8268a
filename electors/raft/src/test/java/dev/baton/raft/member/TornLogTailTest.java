// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class TornLogTailTest {
    private static final int RESERVED = 4096;

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    TornLogTailTest() {
        written.writeBytes("RaftLog1".getBytes(StandardCharsets.US_ASCII));
    }

    private int write(int length) {
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        if (length > 127) {
            record.write((length & 0x7F) | 0x80);
            record.write(length >> 7);
        } else {
            record.write(length);
        }
        byte[] content = new byte[length];
        Arrays.fill(content, (byte) 7);
        record.writeBytes(content);
        CRC32C checksum = new CRC32C();
        checksum.update(record.toByteArray());
        record.writeBytes(
                ByteBuffer.allocate(4).putInt((int) checksum.getValue()).array());
        written.writeBytes(record.toByteArray());
        return written.size();
    }

    private byte[] reserved() {
        return Arrays.copyOf(written.toByteArray(), RESERVED);
    }

    @Test
    void wholeRecordsEndWhereTheZerosBegin() {
        write(100);
        int end = write(1000);

        assertThat(TornLogTail.endOf(reserved())).isEqualTo(new TornLogTail.End(end, false));
        assertThat(TornLogTail.endOf(written.toByteArray())).isEqualTo(new TornLogTail.End(end, false));
    }

    @Test
    void aRecordOfWhichOnlyTheFirstPartIsThereIsTorn() {
        int whole = write(100);
        int end = write(1000);
        for (int cut = whole + 1; cut <= end - 4; cut++) {
            byte[] file = reserved();
            Arrays.fill(file, cut, file.length, (byte) 0);

            assertThat(TornLogTail.endOf(file)).as("cut at %s", cut).isEqualTo(new TornLogTail.End(whole, true));
        }
    }

    @Test
    void aRecordThatChangedIsNotTorn() {
        int whole = write(100);
        int end = write(1000);
        for (int changed = whole + 2; changed < end; changed++) {
            byte[] file = reserved();
            file[changed] ^= 0x55;

            assertThat(TornLogTail.endOf(file))
                    .as("changed at %s", changed)
                    .isEqualTo(new TornLogTail.End(whole, false));
        }
    }

    @Test
    void aRecordThatIsFollowedByAnotherIsNotTorn() {
        int first = write(100);
        write(1000);
        byte[] file = reserved();
        Arrays.fill(file, 50, first, (byte) 0);

        assertThat(TornLogTail.endOf(file).torn()).isFalse();
    }

    @Test
    void aRecordThatGoesOnBehindTheFileIsLeftToRatis() {
        int whole = write(100);
        write(1000);

        assertThat(TornLogTail.endOf(Arrays.copyOf(written.toByteArray(), whole + 500)))
                .isEqualTo(new TornLogTail.End(whole, false));
    }

    @Test
    void aFileWithoutRecordsHasNone() {
        assertThat(TornLogTail.endOf(reserved())).isEqualTo(new TornLogTail.End(8, false));
        assertThat(TornLogTail.endOf(new byte[0])).isEqualTo(new TornLogTail.End(0, false));
    }
}
