// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.raft.group.ReplicatedData;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * When a lead ends, Ratis interrupts the threads that send entries. One of them may be asking for an entry's data just
 * then: a file that is read by an interrupted thread is closed, for everybody, and its member could not go on.
 */
class DataReadsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

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

    @Test
    void anEntryThatIsAskedForAgainBeforeItIsThereIsReadOnce() {
        CountDownLatch mayGoOn = new CountDownLatch(1);
        AtomicInteger count = new AtomicInteger();
        List<CompletableFuture<ByteString>> asked = new ArrayList<>();
        try (DataReads reads = new DataReads()) {
            for (int lead = 0; lead < 10; lead++) {
                for (int index = 0; index < 100; index++) {
                    asked.add(reads.read(TermIndex.valueOf(1, index), () -> {
                        await(mayGoOn);
                        return ByteString.copyFromUtf8(Integer.toString(count.getAndIncrement()));
                    }));
                }
            }
            mayGoOn.countDown();
            asked.forEach(CompletableFuture::join);

            assertThat(count).hasValue(100);
            assertThat(asked.get(999).join().toStringUtf8()).isEqualTo("99");
        }
    }

    @Test
    void whatWasReadIsKeptUntilThereIsMoreOfIt() {
        AtomicInteger count = new AtomicInteger();
        ByteString half = ByteString.copyFrom(new byte[DataReads.MAX_KEPT_BYTES / 2]);
        Supplier<ByteString> source = () -> {
            count.incrementAndGet();
            return half;
        };
        try (DataReads reads = new DataReads()) {
            reads.read(TermIndex.valueOf(1, 1), source).join();
            reads.read(TermIndex.valueOf(1, 1), source).join();
            assertThat(count).hasValue(1);

            eventually(
                    "two later ones have taken its place",
                    PATIENCE,
                    () -> {
                        reads.read(TermIndex.valueOf(1, 2), source).join();
                        reads.read(TermIndex.valueOf(1, 3), source).join();
                        count.set(0);
                        reads.read(TermIndex.valueOf(1, 1), source).join();
                        return count.get() == 1;
                    },
                    () -> count);
        }
    }

    @Test
    void whatCouldNotBeReadIsReadAgain() {
        AtomicInteger count = new AtomicInteger();
        Supplier<ByteString> source = () -> {
            if (count.getAndIncrement() == 0) {
                throw new IllegalStateException("made up");
            }
            return ByteString.EMPTY;
        };
        try (DataReads reads = new DataReads()) {
            assertThat(reads.read(TermIndex.valueOf(1, 1), source)).failsWithin(PATIENCE);

            eventually(
                    "it is read again",
                    PATIENCE,
                    () -> reads.read(TermIndex.valueOf(1, 1), source)
                            .handle((read, failure) -> failure == null)
                            .join(),
                    () -> count);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
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
