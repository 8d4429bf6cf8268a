// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Forces files to the disk, a few at a time: the file system shares the work of those that come together. */
final class FsyncPool implements AutoCloseable {
    private static final int THREADS = 4;

    private final Folders folders;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
        Thread thread = new Thread(task, "baton-partitions-force");
        thread.setDaemon(true);
        return thread;
    });

    /** How the names in a folder are made to last. */
    interface Folders {
        void force(Path folder) throws IOException;
    }

    FsyncPool(Folders folders) {
        this.folders = folders;
    }

    /** Completes once all of it is on the disk. */
    CompletableFuture<Void> force(Collection<Segment> segments, Collection<Path> within) {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        segments.forEach(segment -> all.add(run(segment::force)));
        within.forEach(folder -> all.add(run(() -> folders.force(folder))));
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
    }

    /** Waits until all of it is on the disk. */
    void forceNow(Collection<Segment> segments, Collection<Path> within) throws IOException {
        try {
            force(segments, within).join();
        } catch (CompletionException failed) {
            throw new IOException("files or folders could not be forced to the disk", failed.getCause());
        }
    }

    private CompletableFuture<Void> run(GroupWriter.Task task) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        task.run();
                    } catch (IOException problem) {
                        throw new UncheckedIOException(problem);
                    }
                },
                threads);
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
