// SPDX-License-Identifier: Apache-2.0
package dev.baton.standalone;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.UnavailableException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Takes epochs from a source that may block, away from the lanes that ask for them. What is asked for during a write is
 * one write after it. Safe for use by any thread.
 */
final class EpochWriter {
    private static final long IDLE_SECONDS = 5;

    private final EpochSource source;
    private final Executor disk;
    private final Runnable stop;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private List<Request> waiting = new ArrayList<>();
    private boolean scheduled;
    private boolean closing;

    /** What became of a request. */
    interface Answer {
        void epoch(Epoch next);

        void problem(UnavailableException why);
    }

    private record Request(ElectionName election, Executor lane, Answer answer) {
        void tell(Consumer<Answer> what) {
            lane.execute(() -> what.accept(answer));
        }
    }

    /** @param disk runs the writes, one at a time; may block */
    EpochWriter(EpochSource source, Executor disk) {
        this(source, disk, () -> {});
    }

    private EpochWriter(EpochSource source, Executor disk, Runnable stop) {
        this.source = source;
        this.disk = disk;
        this.stop = stop;
    }

    /** Writes on a thread of its own, which there is only while something is written. */
    static EpochWriter onThread(EpochSource source, String name) {
        ThreadPoolExecutor thread =
                new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread made = new Thread(task, name);
                    made.setDaemon(true);
                    return made;
                });
        thread.allowCoreThreadTimeOut(true);
        return new EpochWriter(source, thread, thread::shutdown);
    }

    /** @param lane where the answer is told */
    void next(ElectionName election, Executor lane, Answer answer) {
        synchronized (this) {
            if (!closing) {
                waiting.add(new Request(election, lane, answer));
                schedule();
            }
        }
    }

    private void schedule() {
        if (!scheduled) {
            scheduled = true;
            disk.execute(this::writeAll);
        }
    }

    private void writeAll() {
        List<Request> group = take();
        try {
            Set<ElectionName> elections = new LinkedHashSet<>();
            group.forEach(request -> elections.add(request.election()));
            Map<ElectionName, Epoch> epochs = elections.isEmpty() ? Map.of() : source.next(elections);
            group.forEach(request -> {
                Epoch next = epochs.getOrDefault(request.election(), Epoch.NONE);
                request.tell(answer -> answer.epoch(next));
            });
        } catch (UnavailableException cannotWrite) {
            group.forEach(request -> request.tell(answer -> answer.problem(cannotWrite)));
        } catch (RuntimeException | Error broken) {
            group.forEach(request -> request.tell(answer -> {
                throw new IllegalStateException("no epoch could be taken from " + source, broken);
            }));
        }
        next();
    }

    private synchronized List<Request> take() {
        List<Request> group = waiting;
        waiting = new ArrayList<>();
        return group;
    }

    private void next() {
        synchronized (this) {
            scheduled = false;
            if (!waiting.isEmpty()) {
                schedule();
                return;
            }
            if (!closing) {
                return;
            }
        }
        try {
            source.close();
        } finally {
            closed.complete(null);
            stop.run();
        }
    }

    /** Closes the source after the last write. What is asked for afterwards is not answered. */
    CompletableFuture<Void> close() {
        synchronized (this) {
            if (!closing) {
                closing = true;
                schedule();
            }
        }
        return closed;
    }
}
