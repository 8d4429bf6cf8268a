// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.log;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.pattern.CompositeConverter;
import ch.qos.logback.core.spi.FilterReply;
import dev.baton.admin.TerminalSafeText;
import dev.baton.internal.runtime.AsyncLog;
import java.time.Duration;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;

/**
 * Sets up the log of a process: Baton at the chosen level, libraries only at WARN. A separate thread writes the lines,
 * and drops them when too many wait: standard error may be a pipe that no process reads, and no election must wait for
 * that.
 */
public final class Logs {
    // The empty options of %plain end it: otherwise what follows the bracket would be text.
    private static final String PATTERN =
            "%d{\"yyyy-MM-dd'T'HH:mm:ss.SSS'Z'\", UTC} %-5level %logger{0} - %plain(%msg %kvp{NONE}){}%n%ex";
    /** The candidates log leaderships and alarms themselves; here those are logged with keys and values instead. */
    private static final String CANDIDATES = "dev.baton.Candidate";

    /** Warns of every attempt to reach a member that is away; metrics and alarms report what matters. */
    private static final String RATIS = "org.apache.ratis";
    /** Warns of every invalid frame with a stack trace; these are counted instead. */
    private static final String KAFKA_PORT = "org.apache.kafka.common.network.Selector";
    /**
     * Logs strangers' requests and ended connections with stack traces, on the threads of the group, which a blocked
     * standard error would block too. Kept in a field, since otherwise its level would be lost.
     */
    private static final java.util.logging.Logger GRPC =
            java.util.logging.Logger.getLogger(RATIS + ".thirdparty.io.grpc");

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
        stderr.addFilter(new WithoutRehearsals());
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

    /** Writes what is still waiting, within bounds, and ends the log. The last call of a process. */
    public static void end() {
        AsyncLog.flush(Duration.ofMillis(MAX_FLUSH_MILLIS));
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.stop();
        }
    }

    /** Changes how much is logged from now on. */
    public static void level(LogLevel level) {
        GRPC.setLevel(level == LogLevel.DEBUG ? java.util.logging.Level.WARNING : java.util.logging.Level.SEVERE);
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            Level chosen = Level.toLevel(level.name());
            context.getLogger("dev.baton").setLevel(chosen);
            context.getLogger(CANDIDATES).setLevel(level == LogLevel.DEBUG ? Level.DEBUG : Level.ERROR);
            context.getLogger(RATIS).setLevel(level == LogLevel.DEBUG ? Level.WARN : Level.ERROR);
            context.getLogger(KAFKA_PORT).setLevel(level == LogLevel.DEBUG ? Level.WARN : Level.ERROR);
        }
    }

    /** Hides Ratis's messages about the group in which a member rehearses its lead, and which it ends abruptly. */
    static final class WithoutRehearsals extends Filter<ILoggingEvent> {
        private static final Pattern MEMBER = Pattern.compile("rehearsal[01]@");

        @Override
        public FilterReply decide(ILoggingEvent event) {
            boolean rehearsal = event.getLoggerName().startsWith(RATIS)
                    && MEMBER.matcher(event.getFormattedMessage()).lookingAt();
            return rehearsal ? FilterReply.DENY : FilterReply.NEUTRAL;
        }
    }

    static Encoder<ILoggingEvent> text(LoggerContext context) {
        PatternLayout layout = new PatternLayout();
        layout.setContext(context);
        layout.getInstanceConverterMap().put("plain", PlainText::new);
        layout.setPattern(PATTERN);
        layout.start();
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(context);
        encoder.setLayout(layout);
        encoder.start();
        return encoder;
    }

    /** Some messages and values contain requests of strangers: none of them can begin a line or act on a terminal. */
    private static final class PlainText extends CompositeConverter<ILoggingEvent> {
        @Override
        protected String transform(ILoggingEvent event, String line) {
            return TerminalSafeText.text(line);
        }
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
