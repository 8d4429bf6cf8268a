// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.Leader;
import dev.baton.commands.resp.Arguments;
import dev.baton.commands.resp.Reply;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the server says about itself: HELLO and INFO. In both stands the epoch, by which a client notices a new leader. */
final class InfoCommands {
    /** The Redis whose words it speaks; clients look at this to see what they may ask. */
    private static final String REDIS_VERSION = "7.0.0";

    private InfoCommands() {}

    static void greet(ClientConnection client) {
        ServerState state = client.state();
        LeaderSession session = state.session();
        Reply greeting = Reply.map(
                Reply.text("server"), Reply.text("baton"),
                Reply.text("version"), Reply.text(REDIS_VERSION),
                Reply.text("proto"), Reply.number(client.protocol().number()),
                Reply.text("id"), Reply.number(client.id()),
                Reply.text("mode"), Reply.text("standalone"),
                Reply.text("role"), Reply.text(session == null ? "replica" : "master"),
                Reply.text("modules"), Reply.list(),
                Reply.text("epoch"),
                        Reply.number(epoch(
                                state, session == null ? 0 : session.epoch().value())));
        answer(client, greeting, session);
    }

    /** A reply that says "master" must not be sent once the leadership has ended. */
    private static void answer(ClientConnection client, Reply reply, @Nullable LeaderSession session) {
        if (session == null) {
            client.answer(reply);
        } else {
            client.answer(reply, session);
        }
    }

    private static long epoch(ServerState state, long own) {
        return own != 0
                ? own
                : state.elsewhere().map(leader -> leader.epoch().value()).orElse(0L);
    }

    static void info(ClientConnection client, Arguments arguments) {
        ServerState state = client.state();
        LeaderSession session = state.session();
        Optional<Leader> other = session == null ? state.elsewhere() : Optional.empty();
        CommandStats stats = state.stats();
        String text = """
                # Server\r
                redis_version:%s\r
                server:baton\r
                # Leadership\r
                role:%s\r
                epoch:%s\r
                leader:%s\r
                leader_address:%s\r
                # Clients\r
                connected_clients:%s\r
                maxclients:%s\r
                # Stats\r
                total_connections_received:%s\r
                rejected_connections:%s\r
                total_commands_processed:%s\r
                commands_redirected:%s\r
                commands_failed:%s\r
                replies_disowned:%s\r
                failed_logins:%s\r
                clients_cut:%s\r
                messages_published:%s\r
                # Keyspace\r
                db0:keys=%s,bytes=%s\r
                """.formatted(
                REDIS_VERSION,
                session == null ? "replica" : "master",
                epoch(state, session == null ? 0 : session.epoch().value()),
                session == null ? other.map(it -> it.node().id().value()).orElse("") : "self",
                other.flatMap(it -> it.endpoints().find(ServerState.ENDPOINT)).orElse(""),
                stats.clients(),
                state.settings().connections().clients(),
                stats.accepted(),
                stats.turnedAway(),
                stats.commands(),
                stats.redirected(),
                stats.failed(),
                stats.disowned(),
                stats.failedLogins(),
                stats.cut(),
                stats.published(),
                stats.keys(),
                stats.bytes());
        answer(client, Reply.text(text), session);
    }
}
