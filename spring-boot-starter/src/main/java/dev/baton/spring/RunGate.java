// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.Duty;
import dev.baton.ElectionName;
import dev.baton.Leadership;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The duty through which leader-only methods run, on the threads of their callers. It lets runs in while this node leads;
 * to stop, it interrupts those that are under way and waits until the last one has returned. So leadership is not given
 * back while one runs, and one that does not return costs the process, as with every duty.
 */
final class RunGate implements Duty {
    private final Set<Run> runs = new HashSet<>();
    private @Nullable Leadership open;
    private CompletableFuture<Leadership> opening = new CompletableFuture<>();

    @Override
    public String name() {
        return "leader-only-methods";
    }

    @Override
    public synchronized void start(Leadership leadership, Crash crash) {
        open = leadership;
        // Elsewhere: what follows from it may take its time.
        var unused = opening.completeAsync(() -> leadership);
    }

    @Override
    public synchronized void stop() throws InterruptedException {
        open = null;
        opening = new CompletableFuture<>();
        runs.forEach(Run::interrupt);
        while (!runs.isEmpty()) {
            wait();
        }
    }

    /** Done once runs are let in, or are already. */
    synchronized CompletableFuture<Leadership> whenOpen() {
        return opening.copy();
    }

    /** Lets the calling thread in, if this node leads now. It has to {@link #leave}. */
    synchronized Optional<Run> enter(@Nullable Run outer) {
        if (open == null || !open.mayAct()) {
            return Optional.empty();
        }
        Run run = new Run(Thread.currentThread(), open, outer);
        runs.add(run);
        return Optional.of(run);
    }

    /**
     * Called by the thread that entered. An interrupt that was meant for the run does not outlive it; one that is meant for
     * a run around it does.
     */
    synchronized void leave(Run run) {
        runs.remove(run);
        if (run.interrupted) {
            boolean unused = Thread.interrupted();
            if (run.isWithinInterrupted()) {
                run.thread.interrupt();
            }
        }
        notifyAll();
    }

    /** One call of a leader-only method. */
    static final class Run {
        private final Thread thread;
        private final Leadership leadership;
        private final @Nullable Run outer;
        /** Read by the gates of runs within this one. Set before the interrupt, so none is lost between the two. */
        private volatile boolean interrupted;

        private Run(Thread thread, Leadership leadership, @Nullable Run outer) {
            this.thread = thread;
            this.leadership = leadership;
            this.outer = outer;
        }

        private void interrupt() {
            interrupted = true;
            thread.interrupt();
        }

        private boolean isWithinInterrupted() {
            for (Run run = outer; run != null; run = run.outer) {
                if (run.interrupted) {
                    return true;
                }
            }
            return false;
        }

        Leadership leadership() {
            return leadership;
        }

        /** The run that this one was called from. */
        @Nullable
        Run outer() {
            return outer;
        }

        /** The leadership of this run, or of one that it was called from. */
        Optional<Leadership> under(ElectionName election) {
            for (Run run = this; run != null; run = run.outer) {
                if (run.leadership.election().equals(election)) {
                    return Optional.of(run.leadership);
                }
            }
            return Optional.empty();
        }
    }
}
