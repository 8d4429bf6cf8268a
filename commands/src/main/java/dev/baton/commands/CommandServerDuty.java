// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.Duty;
import dev.baton.Leadership;
import io.netty.channel.EventLoop;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Serving clients as a duty. A leadership is given back only after {@link #stop} has returned, and that returns only
 * after the server's thread has dropped the slots: no reply is given between the hand-over and the next leader's first.
 */
final class CommandServerDuty implements Duty {
    private final EventLoop loop;
    private final ServerState state;

    CommandServerDuty(EventLoop loop, ServerState state) {
        this.loop = loop;
        this.state = state;
    }

    @Override
    public String name() {
        return "commands";
    }

    @Override
    public void start(Leadership leadership, Crash crash) throws Exception {
        onLoop(() -> {
            state.begin(leadership, crash);
            endAtDeadline(leadership);
        });
    }

    /** Looks again when the leadership would end if it were not renewed, and so notices the end without a client's request. */
    private void endAtDeadline(Leadership leadership) {
        if (!state.isUnder(leadership)) {
            return;
        }
        if (leadership.mayAct()) {
            Future<?> unused = loop.schedule(
                    () -> endAtDeadline(leadership), leadership.remaining().toNanos() + 1, TimeUnit.NANOSECONDS);
        } else {
            state.end();
        }
    }

    @Override
    public void stop() throws Exception {
        try {
            onLoop(state::end);
        } catch (RejectedExecutionException closed) {
            // The server is closed, and with it all that was served.
        }
    }

    private void onLoop(Runnable task) throws InterruptedException {
        try {
            loop.submit(task).get();
        } catch (ExecutionException bug) {
            throw new IllegalStateException("the command server failed", bug.getCause());
        }
    }
}
