// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.commands.resp.Arguments;
import dev.baton.commands.resp.CommandRefusedException;
import dev.baton.commands.resp.Protocol;
import dev.baton.commands.resp.Reply;
import dev.baton.commands.slots.SlotCommand;
import dev.baton.commands.slots.SlotCommands;
import dev.baton.internal.runtime.AsyncLog;
import java.util.Set;

/** Finds out what a command is and whether it may be done here and now, by this client; then has it done. */
final class CommandTable {
    private static final AsyncLog LOG = AsyncLog.of(CommandTable.class);

    /** What may be said before one has logged in. */
    private static final Set<String> BEFORE_LOGIN = Set.of("AUTH", "HELLO", "QUIT", "RESET");
    /** What an older client may say while it listens: its protocol cannot tell a reply from a message. */
    private static final Set<String> WHILE_LISTENING = Set.of("SUBSCRIBE", "UNSUBSCRIBE", "PING", "QUIT", "RESET");
    /** Beginnings of an HTTP request: a web page has made a browser connect. */
    private static final Set<String> HTTP = Set.of("POST", "HOST:");

    void handle(ClientConnection client, Arguments command) {
        try {
            dispatch(client, command);
        } catch (CommandRefusedException refused) {
            fail(client, refused.reply());
        }
    }

    private static void dispatch(ClientConnection client, Arguments command) {
        String name = command.name();
        if (HTTP.contains(name)) {
            client.state().counters().cut++;
            client.close();
            return;
        }
        if (!client.login().isAdmitted() && !BEFORE_LOGIN.contains(name)) {
            throw new CommandRefusedException("NOAUTH Authentication required.");
        }
        if (!client.channels().isEmpty() && client.protocol() == Protocol.RESP2 && !WHILE_LISTENING.contains(name)) {
            throw new CommandRefusedException("ERR only SUBSCRIBE, UNSUBSCRIBE, PING, QUIT and RESET while subscribed");
        }
        SlotCommand onSlots = SlotCommands.BY_NAME.get(name);
        if (onSlots != null) {
            checkSize(command, onSlots.least(), onSlots.most());
            run(client, onSlots, command);
            return;
        }
        BroadcastCommand toMany = BroadcastCommands.BY_NAME.get(name);
        if (toMany != null) {
            checkSize(command, toMany.least(), toMany.most());
            run(client, toMany, command);
            return;
        }
        ConnectionCommand other = ConnectionCommands.BY_NAME.get(name);
        if (other == null) {
            throw new CommandRefusedException("ERR unknown command " + command.shown(0));
        }
        checkSize(command, other.least(), other.most());
        other.action().run(client, command);
    }

    private static void checkSize(Arguments command, int least, int most) {
        if (command.size() < least || command.size() > most) {
            throw new CommandRefusedException("ERR wrong number of arguments for " + command.shown(0) + " command");
        }
    }

    private static void run(ClientConnection client, SlotCommand onSlots, Arguments command) {
        LeaderSession session = client.state().session();
        if (session == null) {
            redirect(client);
            return;
        }
        checkRights(client, onSlots, command);
        client.answer(result(client.state(), session, onSlots, command), session);
    }

    private static void run(ClientConnection client, BroadcastCommand toMany, Arguments command) {
        LeaderSession session = client.state().session();
        if (session == null) {
            redirect(client);
        } else {
            toMany.action().run(client, command, session);
        }
    }

    private static Reply result(ServerState state, LeaderSession session, SlotCommand onSlots, Arguments command) {
        try {
            return onSlots.run(session.slots(), command, session.now());
        } catch (CommandRefusedException refused) {
            state.counters().failed++;
            return refused.reply();
        } catch (RuntimeException bug) {
            LOG.error("{} failed: the state of epoch {} is dropped", command, session.epoch(), bug);
            state.broken(bug);
            return Reply.failure("ERR internal error");
        }
    }

    private static void checkRights(ClientConnection client, SlotCommand onSlots, Arguments command) {
        int last = onSlots.lastKey(command);
        for (int i = 1; i <= last; i++) {
            if (!(onSlots.writes()
                    ? client.login().mayWrite(command.bytes(i))
                    : client.login().mayRead(command.bytes(i)))) {
                throw new CommandRefusedException(
                        "NOPERM no right to " + (onSlots.writes() ? "write" : "read") + " this key");
            }
        }
    }

    private static void redirect(ClientConnection client) {
        client.state().counters().redirected++;
        client.answer(client.state().refusal());
    }

    private static void fail(ClientConnection client, Reply reply) {
        client.state().counters().failed++;
        client.answer(reply);
    }
}
