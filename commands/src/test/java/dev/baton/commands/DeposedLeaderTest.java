// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.commands.access.Logins;
import dev.baton.commands.resp.Arguments;
import dev.baton.commands.resp.CommandReader;
import dev.baton.internal.candidate.HeldLeadership;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a leader says whose time ran out between doing and telling. The test holds the clock and the network. */
class DeposedLeaderTest {
    private static final String DISOWNED = "-NO_LEADER UNKNOWN 7 this leadership ended before the reply was given\r\n";

    private final AtomicLong clock = new AtomicLong();
    private final ServerState state = new ServerState(
            CommandSettings.builder().anonymous().build(), clock::get, new Logins(List.of(), new SecureRandom()));
    private final HeldLeadership tenure = TestLeadership.tenure(7, clock::get, Duration.ofSeconds(10));
    private final EmbeddedChannel client = connect();

    private EmbeddedChannel connect() {
        EmbeddedChannel channel = new EmbeddedChannel();
        CommandReader reader =
                CommandReader.install(channel.pipeline(), state.settings().read(), state.incomplete());
        channel.pipeline().addLast(new ClientConnection(state, reader, new CommandTable(), channel));
        channel.pipeline().fireChannelActive();
        return channel;
    }

    private void lead() {
        state.begin(tenure, cause -> {
            throw new AssertionError(cause);
        });
    }

    /** A command is handled; its reply waits for the end of the read. */
    private static void hear(EmbeddedChannel channel, String words) {
        channel.pipeline().context(CommandReader.class).fireChannelRead(Arguments.of(words.split(" ")));
    }

    private static String told(EmbeddedChannel channel) {
        if (channel.isOpen()) {
            channel.pipeline().context(CommandReader.class).fireChannelReadComplete();
        }
        StringBuilder all = new StringBuilder();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            all.append(part.toString(StandardCharsets.ISO_8859_1));
            part.release();
        }
        return all.toString();
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    @Test
    void aLeaderAcknowledges() {
        lead();
        hear(client, "INCR n");

        assertThat(told(client)).isEqualTo(":1\r\n");
    }

    @Test
    void aWriteThatWasDoneInTimeAndIsToldTooLateIsNotAcknowledged() {
        lead();
        hear(client, "PING");
        hear(client, "INCR n");
        hear(client, "GET n");
        hear(client, "ECHO still-here");

        pass(Duration.ofSeconds(10));

        assertThat(told(client)).isEqualTo("+PONG\r\n" + DISOWNED + DISOWNED + "$10\r\nstill-here\r\n");
        assertThat(state.counters().disowned).isEqualTo(2);
    }

    @Test
    void aWriteThatComesTooLateIsNotDone() {
        lead();
        pass(Duration.ofSeconds(10));
        hear(client, "INCR n");

        assertThat(told(client)).isEqualTo("-NO_LEADER no leader is known; try again\r\n");
        assertThat(state.counters().redirected).isEqualTo(1);
    }

    @Test
    void aResignationBetweenDoingAndTellingIsNoticedToo() {
        lead();
        hear(client, "INCR n");

        tenure.end();

        assertThat(told(client)).isEqualTo(DISOWNED);
    }

    @Test
    void aNewLeadershipDoesNotVouchForTheRepliesOfTheOldOne() {
        lead();
        hear(client, "INCR n");

        state.begin(TestLeadership.tenure(8, clock::get, Duration.ofSeconds(10)), cause -> {});

        assertThat(told(client)).isEqualTo(DISOWNED);
        hear(client, "GET n");
        assertThat(told(client)).isEqualTo("$-1\r\n");
    }

    @Test
    void aGreetingThatSaysMasterIsNotToldOnceTheLeadershipIsOver() {
        lead();
        hear(client, "HELLO 3");

        pass(Duration.ofSeconds(10));

        assertThat(told(client)).isEqualTo(DISOWNED);
    }

    @Test
    void aServerRestartedWithinALeadershipDoesNotGiveATokenTwice() {
        lead();
        hear(client, "LEASE.ACQUIRE l ann 1000");
        assertThat(told(client)).contains("0000000000000000007-0000000000000000001");

        lead();
        hear(client, "LEASE.ACQUIRE l bob 1000");

        assertThat(told(client)).contains("0000000000000000007-0000000000000000002");
    }

    @Test
    void messagesOfADeposedLeaderAreNotSent() {
        EmbeddedChannel listener = connect();
        lead();
        hear(listener, "SUBSCRIBE c");
        told(listener);
        hear(client, "PUBLISH c hello");

        pass(Duration.ofSeconds(10));

        assertThat(told(client)).isEqualTo(DISOWNED);
        assertThat(told(listener)).isEmpty();
    }

    @Test
    void listenersOfADeposedLeaderAreToldAndDisconnected() {
        EmbeddedChannel listener = connect();
        lead();
        hear(listener, "SUBSCRIBE c");
        told(listener);

        state.end();

        assertThat(told(listener)).isEqualTo("-NO_LEADER no leader is known; try again\r\n");
        assertThat(listener.isOpen()).isFalse();
        assertThat(client.isOpen()).isTrue();
    }

    @Test
    void infoDoesNotClaimALeadershipThatIsOver() {
        lead();
        hear(client, "INFO");

        pass(Duration.ofSeconds(10));

        assertThat(told(client)).isEqualTo(DISOWNED);
    }
}
