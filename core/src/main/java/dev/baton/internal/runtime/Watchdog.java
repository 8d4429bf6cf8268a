// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.runtime;

import dev.baton.FaultHandler;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The last line of defence: a thread that calls the fault handler when duties were not seen to be stopped although
 * others may lead soon. The lane that owns the duties calls it earlier; the watchdog is for when that lane hangs or has
 * broken down. It takes no lock, writes no log and needs no other thread to notice. If the handler does not return, the
 * process ends.
 *
 * <p>A lane that is stuck in a task gets no time. One that is only late does, once: a process that was paused past its
 * deadline, or that hardly gets a processor, has told its duties nothing yet. In this grace they can be stopped as usual;
 * for that time only the fence guards.
 */
public final class Watchdog implements AutoCloseable {
    /** What is noticed later than this was missed because the process was paused. */
    static final Duration PAUSE = Duration.ofMillis(50);

    /** A lane that is in one task for longer than this hangs; what it does takes microseconds. */
    static final Duration HANG = Duration.ofMillis(500);

    private static final Duration HANDLER_LIMIT = Duration.ofSeconds(1);
    private static final int INITIAL_SIZE = 16;

    private final Ticker ticker;
    private final FaultHandler faults;
    private final Thread thread;
    /** Made before it is needed, as there may be no memory left then. */
    private final Throwable cause = new IllegalStateException("duties were not seen to be stopped in time");

    private volatile @Nullable Watch[] watches = new Watch[INITIAL_SIZE];
    private volatile boolean closed;

    public Watchdog(String name, Ticker ticker, FaultHandler faults) {
        this.ticker = ticker;
        this.faults = faults;
        this.thread = new Thread(this::run, name);
        this.thread.setDaemon(true);
    }

    /** Starts the thread. A test with its own clock calls {@link #look} instead. */
    public Watchdog start() {
        thread.start();
        return this;
    }

    /**
     * A watch over duties, which is not armed yet.
     *
     * @param what whose duties, for people
     * @param grace how long they are given after a pause
     */
    public synchronized Watch watch(String what, Duration grace) {
        Watch watch = new Watch(what, grace.toNanos());
        @Nullable Watch[] slots = watches;
        int free = 0;
        while (free < slots.length && slots[free] != null) {
            free++;
        }
        if (free == slots.length) {
            slots = Arrays.copyOf(slots, 2 * slots.length);
        }
        slots[free] = watch;
        watches = slots;
        return watch;
    }

    private synchronized void forget(Watch watch) {
        @Nullable Watch[] slots = watches;
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] == watch) {
                slots[i] = null;
            }
        }
    }

    /** Whose duties may run at this moment. */
    public List<String> armed() {
        return Arrays.stream(watches)
                .filter(watch -> watch != null && watch.armed)
                .map(watch -> Objects.requireNonNull(watch).what)
                .toList();
    }

    private void run() {
        while (!closed) {
            long now = ticker.nanos();
            long next = look(now);
            Thread.interrupted();
            LockSupport.parkNanos(this, next - now);
        }
    }

    /** Calls the fault handler for what is due, and returns when to look again. */
    long look(long now) {
        long next = MonotonicTime.never(now);
        for (Watch watch : watches) {
            if (watch != null && watch.armed) {
                long due = watch.due(now);
                if (MonotonicTime.isBefore(now, due)) {
                    next = MonotonicTime.earlier(next, due);
                } else if (watch.armed) {
                    watch.armed = false;
                    callHandler(watch);
                }
            }
        }
        return next;
    }

    private void callHandler(Watch watch) {
        try {
            // On a thread that can be left behind: the handler may hang where the lane hangs.
            Thread call = new Thread(() -> faults.fault(watch.message, cause));
            call.setDaemon(true);
            call.start();
            if (UninterruptibleWait.ended(HANDLER_LIMIT, call)) {
                return;
            }
        } catch (Throwable unable) {
            // No memory or no thread left to ask the handler.
        }
        FaultHandler.halting().fault(watch.message, cause);
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    /** The duties of one candidate. Armed, moved on and disarmed by the lane that owns them. */
    public final class Watch implements AutoCloseable {
        private final String what;
        private final String message;
        private final long grace;
        private volatile long deadline;
        private volatile boolean armed;
        private volatile long taskBegan;
        private volatile boolean inTask;
        /** The deadline that was looked at last, and when it is due; of the watchdog's thread alone. */
        private long seen;

        private long due;
        private boolean known;

        private Watch(String what, long grace) {
            this.what = what;
            this.message = what + " still run, and others may lead";
            this.grace = grace;
        }

        /** From here on duties may run, and are to be seen stopped before {@code until}. */
        public void arm(long until) {
            deadline = until;
            armed = true;
            LockSupport.unpark(thread);
        }

        /** They may run for longer. */
        public void extend(long until) {
            deadline = until;
        }

        /** They were seen to be stopped, or the fault handler has been told that they cannot be. */
        public void disarm() {
            armed = false;
        }

        /** The lane begins a task. */
        public void beginTask() {
            taskBegan = ticker.nanos();
            inTask = true;
        }

        /** The lane has ended its task. */
        public void endTask() {
            inTask = false;
        }

        /** When the handler is to be called, if nothing changes. */
        private long due(long now) {
            long until = deadline;
            boolean passed = !MonotonicTime.isBefore(now, until);
            boolean isNew = !known || until != seen;
            if (isNew) {
                due = passed ? now + grace : until;
            } else if (passed && due == until && (now - until > PAUSE.toNanos() || !hangs(now))) {
                due = now + grace;
            }
            seen = until;
            known = true;
            return due;
        }

        private boolean hangs(long now) {
            return inTask && now - taskBegan > HANG.toNanos();
        }

        @Override
        public void close() {
            armed = false;
            forget(this);
        }
    }
}
