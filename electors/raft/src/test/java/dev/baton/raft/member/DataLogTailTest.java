// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.StateMachineEntryProto;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataLogTailTest {
    @TempDir
    private Path log;

    /** A file as Ratis writes it: a head, and records with their length before and their checksum behind them. */
    private void segment(String name, int first, int last, int zeros) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[8]);
        for (int index = first; index <= last; index++) {
            ByteArrayOutputStream record = new ByteArrayOutputStream();
            entry(index).writeDelimitedTo(record);
            CRC32C checksum = new CRC32C();
            checksum.update(record.toByteArray());
            out.writeBytes(record.toByteArray());
            out.writeBytes(
                    ByteBuffer.allocate(4).putInt((int) checksum.getValue()).array());
        }
        out.writeBytes(new byte[zeros]);
        Files.write(log.resolve(name), out.toByteArray());
    }

    private static LogEntryProto entry(int index) {
        return LogEntryProto.newBuilder()
                .setTerm(3)
                .setIndex(index)
                .setStateMachineLogEntry(StateMachineLogEntryProto.newBuilder()
                        .setLogData(ByteString.copyFromUtf8("header " + index))
                        .setStateMachineEntry(
                                StateMachineEntryProto.newBuilder().setLogEntryProtoSerializedSize(100 + index)))
                .build();
    }

    private List<Long> indexes(long after) throws IOException {
        return DataLogTail.read(log, after).entries().stream()
                .map(it -> it.at().index())
                .toList();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(log)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void theEntriesBehindASnapshotAreRead() throws IOException {
        segment("log_0-4", 0, 4, 0);
        segment("log_5-6", 5, 6, 0);
        segment("log_inprogress_7", 7, 9, 1000);
        Files.write(log.resolve("raft-meta"), new byte[3]);

        assertThat(indexes(-1)).hasSize(10);
        assertThat(indexes(4)).containsExactly(5L, 6L, 7L, 8L, 9L);
        assertThat(indexes(9)).isEmpty();
        assertThat(DataLogTail.read(log, 8).entries().get(0).header())
                .asString()
                .isEqualTo("header 9");
        assertThat(DataLogTail.read(log, 8).entries().get(0).dataBytes()).isEqualTo(109);
    }

    @Test
    void anEntryAndAllBehindItAreCutOff() throws IOException {
        segment("log_0-4", 0, 4, 0);
        segment("log_inprogress_5", 5, 9, 1000);

        DataLogTail.read(log, 2).cut(7);
        assertThat(indexes(-1)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);

        DataLogTail.read(log, 2).cut(4);
        assertThat(indexes(-1)).containsExactly(0L, 1L, 2L, 3L);
        assertThat(files()).containsExactly("log_0-3");

        DataLogTail.read(log, -1).cut(0);
        assertThat(files()).isEmpty();
    }
}
