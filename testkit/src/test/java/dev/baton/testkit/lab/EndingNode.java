// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.lab;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import dev.baton.Baton;
import dev.baton.Duty;
import dev.baton.Leadership;
import dev.baton.NodeId;
import dev.baton.internal.runtime.TimedWait;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.memory.InMemoryLeases;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import org.slf4j.LoggerFactory;

/**
 * A node that logs to standard error, leads, and loses its store when it hears {@code cut}. It says {@code acting}, and
 * {@code stopped} with whether it might still act. {@code full}: standard error is full from the start. {@code deaf}:
 * its duty does not stop. {@code throwing}: its fault handler throws. {@code hook}: it hands over when told to end.
 */
final class EndingNode {
    private EndingNode() {}

    public static void main(String[] arguments) throws IOException {
        Set<String> modes = Set.of(arguments);
        logToErrors();
        if (modes.contains("full")) {
            FullErrors.fill();
        }
        InMemoryLeases leases = new InMemoryLeases();
        Baton.Builder builder = Baton.node("a");
        if (modes.contains("throwing")) {
            builder.faults((what, cause) -> {
                throw new OutOfMemoryError("in the handler");
            });
        }
        if (modes.contains("hook")) {
            builder.closeOnShutdown();
        }
        Baton baton = builder.start(leases.elector(LeaseTerms.of(Duration.ofSeconds(3))));
        baton.stand("jobs")
                .duty(Duty.loop("jobs", modes.contains("deaf") ? EndingNode::deaf : EndingNode::polite))
                .start();
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                .lines()
                .filter("cut"::equals)
                .forEach(cut -> leases.cutOff(NodeId.of("a")));
    }

    private static void polite(Leadership leadership) throws InterruptedException {
        System.out.println("acting");
        try {
            TimedWait.of(Duration.ofDays(1));
        } finally {
            System.out.println("stopped " + leadership.mayAct());
        }
    }

    private static void deaf(Leadership leadership) {
        System.out.println("acting");
        while (!Thread.currentThread().getName().isEmpty()) {
            try {
                TimedWait.of(Duration.ofDays(1));
            } catch (InterruptedException ignored) {
                System.out.println("told to stop");
            }
        }
    }

    private static void logToErrors() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%msg%n");
        encoder.start();
        ConsoleAppender<ILoggingEvent> errors = new ConsoleAppender<>();
        errors.setContext(context);
        errors.setTarget("System.err");
        errors.setEncoder(encoder);
        errors.start();
        context.getLogger("ROOT").addAppender(errors);
    }
}
