// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.FaultHandler;
import dev.baton.internal.runtime.UninterruptibleWait;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * The one thread of the peer channel. It waits for sockets, for tasks of other threads and for the next instant at which
 * something is due; all state of the channel is confined to it.
 */
final class IoLoop {
    private static final long MAX_WAIT_MILLIS = 1_000;

    /** Attached to a socket; called when it can be read, written, accepted or is connected. */
    interface OnReady {
        void ready(long now);
    }

    /** Does what is due and says when it wants to be called again. */
    interface OnTick {
        long tick(long now);
    }

    private final Selector selector;
    private final Ticker ticker;
    private final FaultHandler faults;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private final OnTick parts;
    private long wakeAt;
    private boolean stopped;

    IoLoop(String name, Ticker ticker, FaultHandler faults, OnTick parts) throws IOException {
        this.selector = Selector.open();
        this.ticker = ticker;
        this.faults = faults;
        this.parts = parts;
        this.thread = new Thread(this::run, name);
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** From any thread. */
    void execute(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    SelectionKey register(SelectableChannel channel, int operations, OnReady onReady) throws ClosedChannelException {
        return channel.register(selector, operations, onReady);
    }

    /** Makes sure that {@link OnTick} is called by then. */
    void wakeBy(long instant) {
        wakeAt = MonotonicTime.earlier(wakeAt, instant);
    }

    void stop() {
        stopped = true;
    }

    /** Waits for the thread to end, within bounds. */
    void join(Duration atMost) {
        UninterruptibleWait.ended(atMost, thread);
    }

    private void run() {
        wakeAt = ticker.nanos();
        while (!stopped) {
            try {
                selector.select(this::dispatch, waitMillis());
                runTasks();
                tickIfDue();
            } catch (IOException | ClosedSelectorException broken) {
                // The listening socket stays open, and silent: others get no proof from it.
                faults.fault("peer channel: the selector failed", broken);
                return;
            } catch (RuntimeException | Error bug) {
                faults.fault("unexpected error in the peer channel", bug);
            }
        }
        try {
            selector.close();
        } catch (IOException closing) {
            faults.fault("the peer channel cannot be closed", closing);
        }
    }

    private long waitMillis() {
        // Rounded up: a wait of 0 means forever, and waking early is waking twice.
        long wait = TimeUnit.NANOSECONDS.toMillis(wakeAt - ticker.nanos()) + 1;
        return Math.max(1, Math.min(wait, MAX_WAIT_MILLIS));
    }

    private void dispatch(SelectionKey key) {
        if (key.isValid()) {
            ((OnReady) key.attachment()).ready(ticker.nanos());
        }
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private void tickIfDue() {
        long now = ticker.nanos();
        if (!MonotonicTime.isBefore(now, wakeAt)) {
            wakeAt = MonotonicTime.never(now);
            wakeBy(parts.tick(now));
        }
    }
}
