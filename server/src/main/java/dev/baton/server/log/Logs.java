// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import org.slf4j.LoggerFactory;

/** Sets up the log of a process: Baton at the chosen level, libraries only when something is wrong. */
public final class Logs {
    private static final String PATTERN =
            "%d{\"yyyy-MM-dd'T'HH:mm:ss.SSS'Z'\", UTC} %-5level %logger{0} - %msg %kvp{NONE}%n%ex";
    /** The candidates log leaderships and alarms themselves; here those are logged with keys and values instead. */
    private static final String CANDIDATES = "dev.baton.candidate";

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
        root.addAppender(stderr);
        level(level);
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
