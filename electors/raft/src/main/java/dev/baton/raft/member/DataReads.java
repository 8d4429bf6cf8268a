// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Reads the data of entries for members that are behind. Ratis asks for many entries at a time, gives up on those that are
 * not there in a moment, and asks for them again, as does each new lead. So an entry that is being read is not read a second
 * time: otherwise reads that nobody waits for would pile up before those that a member needs, and it would never catch up.
 *
 * <p>One thread of its own: those of Ratis are interrupted when a lead ends, and an interrupt closes the file that is being
 * read, for all. Safe for any thread.
 */
final class DataReads implements AutoCloseable {
    /** So much of what was read is kept, in case it is asked for again. */
    static final int MAX_KEPT_BYTES = 2 << 20;
    /** What an entry takes beside its data, about. */
    private static final int ENTRY_BYTES = 200;

    private final ThreadPoolExecutor thread =
            new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    /** What is being read, and what is kept. Guarded by this, as are the next two. */
    private final Map<TermIndex, CompletableFuture<ByteString>> asked = new HashMap<>();
    /** In the order in which it was read. */
    private final Deque<Kept> kept = new ArrayDeque<>();

    private long bytes;

    private record Kept(TermIndex entry, int bytes) {}

    DataReads() {
        thread.allowCoreThreadTimeOut(true);
    }

    /** Before anything is read. */
    void named(String name) {
        thread.setThreadFactory(task -> {
            Thread named = new Thread(task, name);
            named.setDaemon(true);
            return named;
        });
    }

    synchronized CompletableFuture<ByteString> read(TermIndex entry, Supplier<ByteString> data) {
        CompletableFuture<ByteString> known = asked.get(entry);
        if (known != null) {
            return known;
        }
        try {
            CompletableFuture<ByteString> reading = CompletableFuture.supplyAsync(data, thread);
            asked.put(entry, reading);
            CompletableFuture<?> unused = reading.whenComplete((read, failure) -> done(entry, read));
            return reading;
        } catch (RejectedExecutionException closed) {
            return CompletableFuture.failedFuture(closed);
        }
    }

    /** @param read nothing if that failed */
    private synchronized void done(TermIndex entry, @Nullable ByteString read) {
        if (read == null) {
            asked.remove(entry);
            return;
        }
        Kept latest = new Kept(entry, read.size() + ENTRY_BYTES);
        kept.add(latest);
        bytes += latest.bytes();
        while (bytes > MAX_KEPT_BYTES) {
            forgetFirst();
        }
    }

    private void forgetFirst() {
        Kept first = kept.remove();
        asked.remove(first.entry());
        bytes -= first.bytes();
    }

    /** What was read is not needed soon. */
    synchronized void forget() {
        while (!kept.isEmpty()) {
            forgetFirst();
        }
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
