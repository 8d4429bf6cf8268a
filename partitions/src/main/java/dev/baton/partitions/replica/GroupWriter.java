// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.internal.runtime.UninterruptibleWait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that changes the files of a group, in the order in which it is told to. After a failure nothing more is
 * written: what is behind it in the log must not be there without it.
 */
final class GroupWriter {
    private static final Logger LOG = LoggerFactory.getLogger(GroupWriter.class);
    /** A file that is deleted is closed later: a reader may be sending it. */
    private static final Duration OPEN_FOR = Duration.ofMinutes(1);

    private static final Duration CLOSING = Duration.ofSeconds(5);
    private static final Duration MAX_UNTIL_HELD = Duration.ofSeconds(10);

    private final ExecutorService thread;
    private final FsyncPool forcing;
    private final Duration openFor;
    private Set<Segment> dirty = new LinkedHashSet<>();
    private Set<Path> dirtyFolders = new HashSet<>();
    private final Deque<Unused> unused = new ArrayDeque<>();
    private volatile @Nullable Throwable failure;
    /** Completed when what waits may go on. Guarded by this. */
    private @Nullable CompletableFuture<Void> held;

    /** What may fail because of the disk. */
    interface Task {
        void run() throws IOException;
    }

    private record Unused(Segment segment, long since) {}

    GroupWriter(String name, FsyncPool forcing) {
        this(name, forcing, OPEN_FOR);
    }

    /** @param openFor how long a deleted file stays open */
    GroupWriter(String name, FsyncPool forcing, Duration openFor) {
        this.forcing = forcing;
        this.openFor = openFor;
        this.thread = Executors.newSingleThreadExecutor(task -> {
            Thread named = new Thread(task, name + "-write");
            named.setDaemon(true);
            return named;
        });
    }

    CompletableFuture<Void> run(Task task) {
        try {
            return CompletableFuture.runAsync(() -> attempt(task), thread);
        } catch (RejectedExecutionException closed) {
            return CompletableFuture.failedFuture(closed);
        }
    }

    private void attempt(Task task) {
        Throwable before = failure;
        if (before != null) {
            throw new IllegalStateException("the files of this group could not be written before", before);
        }
        try {
            task.run();
        } catch (IOException problem) {
            failure = problem;
            throw new UncheckedIOException(problem);
        } catch (RuntimeException problem) {
            failure = problem;
            throw problem;
        }
    }

    /** Deletes something, or keeps an index, some time: if that fails, it is not worse than if it had not been tried. */
    void later(Task task) {
        CompletableFuture<?> unusedFuture = run(() -> {
            try {
                task.run();
            } catch (IOException problem) {
                LOG.warn("Files could not be deleted, or their index could not be stored: {}", problem.toString());
            }
        });
    }

    /** On its thread. */
    void dirty(Segment segment, boolean isNew) {
        dirty.add(segment);
        Path folder = segment.path().getParent();
        if (isNew && folder != null) {
            dirtyFolders.add(folder);
            // It may be the first one in its folder, at whatever offset.
            Path group = folder.getParent();
            if (group != null) {
                dirtyFolders.add(group);
            }
        }
    }

    CompletableFuture<Void> flush() {
        CompletableFuture<Void> forced = new CompletableFuture<>();
        try {
            thread.execute(() -> {
                CompletableFuture<?> unusedFuture = force().whenComplete((done, problem) -> {
                    if (problem == null) {
                        forced.complete(null);
                    } else {
                        forced.completeExceptionally(problem);
                    }
                });
            });
        } catch (RejectedExecutionException closed) {
            forced.completeExceptionally(closed);
        }
        return forced;
    }

    private CompletableFuture<Void> force() {
        Throwable before = failure;
        if (before != null) {
            return CompletableFuture.failedFuture(before);
        }
        Set<Segment> segments = dirty;
        Set<Path> folders = dirtyFolders;
        dirty = new LinkedHashSet<>();
        dirtyFolders = new HashSet<>();
        segments.removeIf(segment -> !segment.isThere());
        folders.removeIf(folder -> !Files.isDirectory(folder));
        return forcing.force(segments, folders).whenComplete((done, problem) -> {
            if (problem != null) {
                failure = problem;
            }
        });
    }

    /** Closes deleted files after a while: until then they take their space. On its thread, or while nothing runs on it. */
    void unused(List<Segment> segments) throws IOException {
        long now = System.nanoTime();
        segments.forEach(segment -> unused.add(new Unused(segment, now)));
        if (!segments.isEmpty()) {
            CompletableFuture.delayedExecutor(openFor.toNanos(), TimeUnit.NANOSECONDS)
                    .execute(() -> later(() -> unused(List.of())));
        }
        while (!unused.isEmpty() && now - unused.peek().since() >= openFor.toNanos()) {
            unused.remove().segment().close();
        }
    }

    /**
     * Waits until everything that it was told before is done. What it is told from now on waits for {@link #release}.
     *
     * @throws IOException if that takes too long; nothing waits then
     */
    synchronized void hold() throws IOException {
        if (held != null) {
            return;
        }
        CompletableFuture<Void> reached = new CompletableFuture<>();
        CompletableFuture<Void> released = new CompletableFuture<>();
        try {
            thread.execute(() -> {
                reached.complete(null);
                released.join();
            });
        } catch (RejectedExecutionException closed) {
            throw new IOException("the files of this group are closed", closed);
        }
        if (!UninterruptibleWait.done(MAX_UNTIL_HELD, reached)) {
            released.complete(null);
            throw new IOException("files were still being written after " + MAX_UNTIL_HELD.toMillis() + " ms");
        }
        held = released;
    }

    private synchronized boolean isHeld() {
        return held != null;
    }

    /** What waits is done, in its order. */
    synchronized void release() {
        if (held != null) {
            held.complete(null);
            held = null;
        }
    }

    /** Nothing more is written, what waits neither. */
    void fail(Throwable cause) {
        failure = cause;
        release();
    }

    /** Waits until everything that it was told before is done, and then for {@code last}. */
    void close(Task last) {
        if (isHeld()) {
            fail(new IOException("the files of this group were closed while they were replaced"));
        }
        CompletableFuture<?> unusedFuture = run(() -> {
            while (!unused.isEmpty()) {
                unused.remove().segment().close();
            }
        });
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSING.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("Files were still being written after {} ms", CLOSING.toMillis());
            }
            last.run();
        } catch (IOException late) {
            LOG.warn("Files could not be closed: {}", late.toString());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
