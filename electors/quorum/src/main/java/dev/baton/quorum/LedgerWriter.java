// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.UnavailableException;
import dev.baton.internal.state.BatchWriter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/**
 * Makes durable what a node's rules want to be durable, away from the lane that they run on: what {@link Voting} does, and
 * what is kept beside it. Changes that arrive during a write are written together by the next one. Invariants:
 *
 * <ol>
 *   <li>Changes are written in the order in which they arrive, and their results reported in that order.
 *   <li>A change is reported as durable only after the write that contains it has succeeded, with all that is in it.
 * </ol>
 *
 * Safe for use by any thread.
 */
public final class LedgerWriter {
    private final Ledger ledger;
    private final BatchWriter<Request> writer;

    /** @param beside what is written to another place, after the state of the voter */
    private record Request(VoterState change, Runnable beside, Executor lane, Consumer<Boolean> result) {
        void isDurable(boolean durable) {
            lane.execute(() -> result.accept(durable));
        }
    }

    /** @param disk runs the writes, one at a time; may block */
    public LedgerWriter(Ledger ledger, Executor disk) {
        this(ledger, disk, () -> {});
    }

    private LedgerWriter(Ledger ledger, Executor disk, Runnable stop) {
        this.ledger = ledger;
        this.writer = new BatchWriter<>(disk, this::writeAll, () -> {
            try {
                ledger.close();
            } finally {
                stop.run();
            }
        });
    }

    /** Writes on its own thread, which there is only while something is written. */
    public static LedgerWriter onThread(Ledger ledger, String name) {
        ExecutorService thread = BatchWriter.thread(name);
        // Not at once: an interrupt would close the file in the middle of the last write.
        return new LedgerWriter(ledger, thread, thread::shutdown);
    }

    /** What was durable before the first {@link #write}. */
    public VoterState read() {
        return ledger.read();
    }

    /**
     * @param lane where the result is told, and what went wrong is thrown if that is not the disk's fault
     * @param result told whether the change is durable
     */
    public void write(VoterState change, Executor lane, Consumer<Boolean> result) {
        write(new Request(change, () -> {}, lane, result));
    }

    /**
     * Has something written that is kept beside the ledger, in its turn.
     *
     * @param change throws {@link UnavailableException} if it cannot be made durable
     */
    public void write(Runnable change, Executor lane, Consumer<Boolean> result) {
        write(new Request(VoterState.EMPTY, change, lane, result));
    }

    private void write(Request request) {
        if (!writer.add(request)) {
            request.isDurable(false);
        }
    }

    private void writeAll(List<Request> group) {
        boolean durable = false;
        try {
            VoterState change =
                    VoterState.EMPTY.with(group.stream().map(Request::change).toList());
            if (!change.equals(VoterState.EMPTY)) {
                ledger.write(change);
            }
            group.forEach(request -> request.beside().run());
            durable = true;
        } catch (UnavailableException cannotWrite) {
            // Those who asked are told.
        } catch (RuntimeException | Error broken) {
            group.get(0).lane().execute(() -> {
                throw new IllegalStateException("the state of this voter could not be written", broken);
            });
        }
        for (Request request : group) {
            request.isDurable(durable);
        }
    }

    /** Closes the ledger after all that has arrived is written. Asked again, it answers the same. */
    public CompletableFuture<Void> close() {
        return writer.close();
    }
}
