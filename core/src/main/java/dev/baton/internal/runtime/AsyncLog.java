// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.runtime;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.helpers.FormattingTuple;
import org.slf4j.helpers.MessageFormatter;

/**
 * A logger that neither blocks its caller nor throws, for code on lanes and on threads that others wait for: a log that
 * hangs, such as standard error when it is a full pipe, must not keep a duty from being told to stop. Lines are written
 * by one daemon thread of the process, in order; when too many wait, further ones are dropped and their number is
 * logged.
 */
public final class AsyncLog {
    static final int MAX_WAITING = 1_024;

    private static final Writer WRITER = new Writer(MAX_WAITING);

    private final Logger logger;
    private final Writer writer;

    AsyncLog(Logger logger, Writer writer) {
        this.logger = logger;
        this.writer = writer;
    }

    public static AsyncLog of(Class<?> subject) {
        return new AsyncLog(LoggerFactory.getLogger(subject), WRITER);
    }

    public void error(String format, @Nullable Object... values) {
        log(Level.ERROR, format, values);
    }

    public void warn(String format, @Nullable Object... values) {
        log(Level.WARN, format, values);
    }

    public void info(String format, @Nullable Object... values) {
        log(Level.INFO, format, values);
    }

    public void debug(String format, @Nullable Object... values) {
        log(Level.DEBUG, format, values);
    }

    public void log(Level level, String format, @Nullable Object... values) {
        try {
            if (logger.isEnabledForLevel(level)) {
                // Here, on the caller's thread: the values are the caller's and may change.
                FormattingTuple text = MessageFormatter.arrayFormat(format, values);
                writer.offer(() -> logger.makeLoggingEventBuilder(level)
                        .setCause(text.getThrowable())
                        .log(text.getMessage()));
            }
        } catch (Throwable broken) {
            // Often there is something to log because memory has run out.
            writer.drop();
        }
    }

    /** Waits, within {@code bound}, until earlier lines are written; for a process that may end next. */
    public static void flush(Duration bound) {
        WRITER.flush(bound);
    }

    /** The thread that writes, and the lines that wait for it. The first line starts the thread. */
    static final class Writer {
        private final BlockingQueue<Runnable> waiting;
        private final AtomicLong dropped = new AtomicLong();
        private final Thread thread = new Thread(this::run, "baton-log");
        private boolean started;

        Writer(int maxWaiting) {
            this.waiting = new ArrayBlockingQueue<>(maxWaiting);
            this.thread.setDaemon(true);
        }

        long dropped() {
            return dropped.get();
        }

        void offer(Runnable line) {
            start();
            if (!waiting.offer(line)) {
                drop();
            }
        }

        void drop() {
            dropped.incrementAndGet();
        }

        private synchronized void start() {
            if (!started) {
                // Throws when there is no memory for a thread: then the next line tries again.
                thread.start();
                started = true;
            }
        }

        void flush(Duration bound) {
            CountDownLatch written = new CountDownLatch(1);
            Runnable last = written::countDown;
            // Without a thread nothing was ever logged.
            if (thread.isAlive()
                    && UninterruptibleWait.within(bound, nanos -> waiting.offer(last, nanos, TimeUnit.NANOSECONDS))) {
                UninterruptibleWait.within(bound, nanos -> written.await(nanos, TimeUnit.NANOSECONDS));
            }
        }

        private void run() {
            while (true) {
                try {
                    waiting.take().run();
                    tellDropped();
                } catch (Throwable broken) {
                    // The log failed, or there was a stray interrupt: the next line may succeed.
                    drop();
                }
            }
        }

        private void tellDropped() {
            long lost = dropped.get();
            if (lost > 0 && waiting.isEmpty()) {
                LoggerFactory.getLogger(AsyncLog.class)
                        .warn("log lines dropped, because the log did not take them: {}", lost);
                dropped.addAndGet(-lost);
            }
        }
    }
}
