// SPDX-License-Identifier: Apache-2.0
package dev.baton.standalone;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.UnavailableException;
import dev.baton.internal.state.BatchWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/**
 * Takes epochs from a source that may block, off the lanes that request them. All requests during a write are one write
 * after it. Safe for use by any thread.
 */
final class EpochWriter {
    private final EpochSource source;
    private final BatchWriter<Request> writer;

    /** The outcome of a request. */
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
        this.writer = new BatchWriter<>(disk, this::write, () -> {
            try {
                source.close();
            } finally {
                stop.run();
            }
        });
    }

    /** Writes on a separate thread, which exists only while something is written. */
    static EpochWriter onThread(EpochSource source, String name) {
        ExecutorService thread = BatchWriter.thread(name);
        return new EpochWriter(source, thread, thread::shutdown);
    }

    /** @param lane where the answer is given; there is none after {@link #close} */
    void next(ElectionName election, Executor lane, Answer answer) {
        boolean unused = writer.add(new Request(election, lane, answer));
    }

    private void write(List<Request> group) {
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
    }

    /** Closes the source after the last write. Later requests are not answered. */
    CompletableFuture<Void> close() {
        return writer.close();
    }
}
