// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.NodeId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * Calls the store on behalf of one session, on a separate thread: a store that hangs must not keep the session's
 * partitions from being stopped. The store refuses what it still writes when the session is over.
 */
final class StoreThread implements AutoCloseable {
    private final WorkStore store;
    private final NodeId worker;
    private final Session session;
    private final Runnable register;
    private final ExecutorService thread;
    private volatile boolean registered;

    /** @param register registers the worker in the store, before any other call */
    StoreThread(WorkStore store, NodeId worker, Session session, Runnable register) {
        this.store = store;
        this.worker = worker;
        this.session = session;
        this.register = register;
        this.thread = Executors.newSingleThreadExecutor(task -> {
            Thread daemon = new Thread(task, "baton-work-" + worker + "-store");
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /**
     * One call: releases, and a read.
     *
     * @param releases are written first
     * @param known what was read last; rows are read if there is a later version
     * @param all whether all rows are read in any case
     */
    record Question(List<Release> releases, WorkVersion known, boolean all) {}

    /**
     * The store's answer.
     *
     * @param held partitions that could not be released yet
     * @param rows rows that changed since, or all; empty if none were read
     */
    record Answer(
            Question question, List<Release> held, WorkVersion version, boolean all, Optional<List<Assignment>> rows) {}

    /** One of the two callbacks is called, on that thread, unless this is closed meanwhile. */
    void ask(Question question, Consumer<Answer> answer, Consumer<Throwable> failure) {
        try {
            thread.execute(() -> {
                try {
                    answer.accept(answer(question));
                } catch (Throwable failed) {
                    failure.accept(failed);
                }
            });
        } catch (RejectedExecutionException | OutOfMemoryError noThread) {
            failure.accept(noThread);
        }
    }

    /** The worker's registration has changed. */
    void registerAgain() {
        registered = false;
    }

    private Answer answer(Question question) {
        if (!registered || question.all()) {
            // Registers everything again: the row may have been lost.
            register();
        }
        List<Release> held = question.releases().isEmpty() ? List.of() : store.release(session, question.releases());
        WorkVersion version = store.version();
        boolean all = question.all() || version.isBehind(question.known());
        boolean changed = version.assignments() != question.known().assignments();
        Optional<List<Assignment>> rows = changed || all
                ? Optional.of(
                        store.assignmentsOf(worker, all ? 0 : question.known().assignments()))
                : Optional.empty();
        return new Answer(question, held, version, all, rows);
    }

    private void register() {
        // Read before the rows: later changes are found by the next question.
        registered = true;
        try {
            register.run();
        } catch (RuntimeException | Error failed) {
            registered = false;
            throw failed;
        }
    }

    /** The current call is left to end by itself: an interrupt would close the files of some databases. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
