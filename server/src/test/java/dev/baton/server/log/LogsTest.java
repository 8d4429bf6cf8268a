// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

/** What the log of a node looks like. */
class LogsTest {
    private final LoggerContext context = new LoggerContext();

    private String line(LoggingEvent event) {
        return new String(Logs.text(context).encode(event), StandardCharsets.UTF_8);
    }

    private LoggingEvent event(String message) {
        return new LoggingEvent("", context.getLogger("dev.baton.audit"), Level.INFO, message, null, null);
    }

    @Test
    void noTextOfARequestBeginsALineOrActsOnATerminal() {
        LoggingEvent event = event("refused\u001b[2J");
        event.setKeyValuePairs(List.of(
                new KeyValuePair("actor", "mallory"),
                new KeyValuePair(
                        "outcome", "BAD_REQUEST: x\n2026-01-01T00:00:00.000Z INFO audit - operation actor=alice")));

        assertThat(line(event))
                .endsWith(
                        "INFO  audit - refused\\u001b[2J actor=mallory outcome=BAD_REQUEST: x\\u000a2026-01-01T00:00:00.000Z"
                                + " INFO audit - operation actor=alice\n")
                .containsOnlyOnce("\n");
    }

    @Test
    void whatRatisSaysOfARehearsalIsLeftOutAndOfTheNodesOwnGroupIsNot() {
        Logs.WithoutRehearsals filter = new Logs.WithoutRehearsals();
        String ratis = "org.apache.ratis.server.RaftServer$Division";

        assertThat(filter.decide(error(ratis, "rehearsal0@edab43a25081@group-EA47: Failed appendEntries")))
                .isEqualTo(FilterReply.DENY);
        assertThat(filter.decide(error(ratis, "n1@edab43a25081@group-EA47: Failed appendEntries")))
                .isEqualTo(FilterReply.NEUTRAL);
        assertThat(filter.decide(error("dev.baton.raft", "rehearsal0@edab43a25081 ended")))
                .isEqualTo(FilterReply.NEUTRAL);
    }

    @Test
    void whatGrpcSaysOfItsConnectionsIsForDebugging() {
        Logger grpc = Logger.getLogger("org.apache.ratis.thirdparty.io.grpc.netty.NettyServerHandler");

        Logs.level(LogLevel.DEBUG);
        assertThat(grpc.isLoggable(java.util.logging.Level.WARNING)).isTrue();
        Logs.level(LogLevel.INFO);
        assertThat(grpc.isLoggable(java.util.logging.Level.WARNING)).isFalse();
        assertThat(grpc.isLoggable(java.util.logging.Level.SEVERE)).isTrue();
    }

    private LoggingEvent error(String logger, String message) {
        return new LoggingEvent("", context.getLogger(logger), Level.ERROR, message, null, null);
    }
}
