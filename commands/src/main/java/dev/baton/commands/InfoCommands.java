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
        ServerState desk = client.desk();
        LeaderSession reign = desk.reign();
        Reply greeting = Reply.map(
                Reply.text("server"), Reply.text("baton"),
                Reply.text("version"), Reply.text(REDIS_VERSION),
                Reply.text("proto"), Reply.number(client.protocol().number()),
                Reply.text("id"), Reply.number(client.id()),
                Reply.text("mode"), Reply.text("standalone"),
                Reply.text("role"), Reply.text(reign == null ? "replica" : "master"),
                Reply.text("modules"), Reply.list(),
                Reply.text("epoch"),
                        Reply.number(
                                epoch(desk, reign == null ? 0 : reign.epoch().value())));
        answer(client, greeting, reign);
    }

    /** What says "master" must not be told any more once that leadership is over. */
    private static void answer(ClientConnection client, Reply reply, @Nullable LeaderSession reign) {
        if (reign == null) {
            client.answer(reply);
        } else {
            client.answer(reply, reign);
        }
    }

    private static long epoch(ServerState desk, long own) {
        return own != 0
                ? own
                : desk.elsewhere().map(leader -> leader.epoch().value()).orElse(0L);
    }

    static void info(ClientConnection client, Arguments arguments) {
        ServerState desk = client.desk();
        LeaderSession reign = desk.reign();
        Optional<Leader> other = reign == null ? desk.elsewhere() : Optional.empty();
        CommandStats stats = desk.stats();
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
                reign == null ? "replica" : "master",
                epoch(desk, reign == null ? 0 : reign.epoch().value()),
                reign == null ? other.map(it -> it.node().id().value()).orElse("") : "self",
                other.flatMap(it -> it.endpoints().find(ServerState.ENDPOINT)).orElse(""),
                stats.clients(),
                desk.settings().connections().clients(),
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
        answer(client, Reply.text(text), reign);
    }
}
