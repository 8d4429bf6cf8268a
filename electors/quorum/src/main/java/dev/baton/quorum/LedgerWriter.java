// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.UnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Makes durable what {@link Voting} wants to be durable, away from the lane that it runs on. Changes that arrive during a
 * write are written together by the next one. What it keeps:
 *
 * <ol>
 *   <li>Changes are written in the order in which they arrive, and their results reported in that order.
 *   <li>A change is reported as durable only after the write that contains it has succeeded.
 * </ol>
 *
 * Safe for use by any thread.
 */
public final class LedgerWriter {
    private static final long IDLE_SECONDS = 5;

    private final Ledger ledger;
    private final Executor disk;
    private final Runnable stop;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private List<Request> waiting = new ArrayList<>();
    private boolean scheduled;
    private boolean closing;

    private record Request(VoterState change, Executor lane, Consumer<Boolean> result) {
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
        this.disk = disk;
        this.stop = stop;
    }

    /** Writes on its own thread, which there is only while something is written. */
    public static LedgerWriter onThread(Ledger ledger, String name) {
        ThreadPoolExecutor thread =
                new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread made = new Thread(task, name);
                    made.setDaemon(true);
                    return made;
                });
        thread.allowCoreThreadTimeOut(true);
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
        Request request = new Request(change, lane, result);
        synchronized (this) {
            if (!closing) {
                waiting.add(request);
                schedule();
                return;
            }
        }
        request.isDurable(false);
    }

    private void schedule() {
        if (!scheduled) {
            scheduled = true;
            disk.execute(this::writeAll);
        }
    }

    private void writeAll() {
        List<Request> group = take();
        boolean durable = false;
        try {
            if (!group.isEmpty()) {
                ledger.write(group.stream().map(Request::change).reduce(VoterState.EMPTY, VoterState::with));
                durable = true;
            }
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
            ledger.close();
        } finally {
            closed.complete(null);
            stop.run();
        }
    }

    /** Closes the ledger after all that has arrived is written. Asked again, it answers the same. */
    public CompletableFuture<Void> close() {
        synchronized (this) {
            if (!closing) {
                closing = true;
                schedule();
            }
        }
        return closed;
    }
}
