// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.raft.group.ReplicatedData;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * When a lead ends, Ratis interrupts the threads that send entries. One of them may be asking for an entry's data just
 * then: a file that is read by an interrupted thread is closed, for everybody, and its member could not go on.
 */
class DataReadsTest {
    @TempDir
    private Path folder;

    private final List<String> broke = new CopyOnWriteArrayList<>();

    private final DataStateMachine.Events events = new DataStateMachine.Events() {
        @Override
        public void leads(long term) {}

        @Override
        public void leadsNoMore() {}

        @Override
        public void broke(String what, Throwable cause) {
            broke.add(what);
        }
    };

    @AfterEach
    void isInterruptedNoMore() {
        Thread.interrupted();
    }

    @Test
    void anInterruptOfTheSenderDoesNotCloseTheFileThatIsRead() throws IOException {
        Path file = Files.writeString(folder.resolve("data"), "data");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                DataStateMachine machine = new DataStateMachine(readsFrom(channel), 1000, events)) {
            Thread.currentThread().interrupt();
            ByteString read = machine.read(LogEntryProto.getDefaultInstance(), null)
                    .handle((data, failure) -> failure == null ? data : ByteString.copyFromUtf8(failure.toString()))
                    .join();
            assertThat(Thread.interrupted()).isTrue();

            assertThat(read.toStringUtf8()).isEqualTo("data");
            assertThat(channel.isOpen()).isTrue();
            assertThat(broke).isEmpty();
        }
    }

    private static ReplicatedData readsFrom(FileChannel channel) {
        return (ReplicatedData) Proxy.newProxyInstance(
                DataReadsTest.class.getClassLoader(),
                new Class<?>[] {ReplicatedData.class},
                (self, method, arguments) -> {
                    if (!method.getName().equals("read")) {
                        return null;
                    }
                    ByteBuffer all = ByteBuffer.allocate(4);
                    channel.read(all, 0);
                    return all.flip();
                });
    }
}
