// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.log;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import dev.baton.internal.runtime.AsyncLog;
import java.time.Duration;
import org.slf4j.LoggerFactory;

/**
 * Sets up the log of a process: Baton at the chosen level, libraries only when something is wrong. Lines are written by
 * a thread of their own and dropped when too many wait: standard error may be a pipe that nobody reads, and no election
 * waits for that.
 */
public final class Logs {
    private static final String PATTERN =
            "%d{\"yyyy-MM-dd'T'HH:mm:ss.SSS'Z'\", UTC} %-5level %logger{0} - %msg %kvp{NONE}%n%ex";
    /** The candidates log leaderships and alarms themselves; here those are logged with keys and values instead. */
    private static final String CANDIDATES = "dev.baton.Candidate";

    private static final int MAX_WAITING = 1_024;
    private static final int MAX_FLUSH_MILLIS = 500;

    private Logs() {}

    public static void configure(LogFormat format, LogLevel level) {
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            return;
        }
        context.reset();
        ConsoleAppender<ILoggingEvent> stderr = new ConsoleAppender<>();
        stderr.setContext(context);
        stderr.setTarget("System.err");
        stderr.setEncoder(format == LogFormat.JSON ? json(context) : text(context));
        stderr.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(async(context, stderr));
        level(level);
    }

    private static AsyncAppender async(LoggerContext context, Appender<ILoggingEvent> slow) {
        AsyncAppender async = new AsyncAppender();
        async.setContext(context);
        async.setNeverBlock(true);
        async.setDiscardingThreshold(0);
        async.setQueueSize(MAX_WAITING);
        async.setMaxFlushTime(MAX_FLUSH_MILLIS);
        async.addAppender(slow);
        async.start();
        return async;
    }

    /** Writes what is still waiting, within bounds, and ends the log: the last thing that a process does. */
    public static void end() {
        AsyncLog.flush(Duration.ofMillis(MAX_FLUSH_MILLIS));
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.stop();
        }
    }

    /** Changes how much is logged from now on. */
    public static void level(LogLevel level) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            Level chosen = Level.toLevel(level.name());
            context.getLogger("dev.baton").setLevel(chosen);
            context.getLogger(CANDIDATES).setLevel(level == LogLevel.DEBUG ? Level.DEBUG : Level.ERROR);
        }
    }

    private static Encoder<ILoggingEvent> text(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        return encoder;
    }

    private static Encoder<ILoggingEvent> json(LoggerContext context) {
        JsonEncoder encoder = new JsonEncoder();
        encoder.setContext(context);
        encoder.setWithContext(false);
        encoder.setWithSequenceNumber(false);
        encoder.setWithNanoseconds(false);
        encoder.setWithFormattedMessage(true);
        encoder.setWithMessage(false);
        encoder.setWithArguments(false);
        encoder.start();
        return encoder;
    }
}
