// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.commands.resp.Arguments;
import dev.baton.commands.resp.Bytes;
import dev.baton.commands.resp.CommandRefusedException;
import dev.baton.commands.resp.Protocol;
import dev.baton.commands.resp.Reply;
import dev.baton.commands.slots.SlotCommand;
import dev.baton.commands.slots.SlotCommands;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What clients say when they connect, and in between. */
final class ConnectionCommands {
    private static final int ANY = Integer.MAX_VALUE;
    private static final int MAX_NAME_LENGTH = 128;

    /** By name, in capitals. */
    static final Map<String, ConnectionCommand> BY_NAME = List.of(
                    new ConnectionCommand("PING", 1, 2, ConnectionCommands::ping),
                    new ConnectionCommand("ECHO", 2, 2, ConnectionCommands::echo),
                    new ConnectionCommand("QUIT", 1, ANY, ConnectionCommands::quit),
                    new ConnectionCommand("RESET", 1, 1, ConnectionCommands::reset),
                    new ConnectionCommand("SELECT", 2, 2, ConnectionCommands::select),
                    new ConnectionCommand("CLIENT", 2, ANY, ConnectionCommands::client),
                    new ConnectionCommand("COMMAND", 1, ANY, ConnectionCommands::command),
                    new ConnectionCommand("INFO", 1, ANY, InfoCommands::info),
                    new ConnectionCommand("HELLO", 1, ANY, LoginCommands::hello),
                    new ConnectionCommand("AUTH", 2, 3, LoginCommands::auth))
            .stream()
            .collect(Collectors.toUnmodifiableMap(ConnectionCommand::name, Function.identity()));

    private ConnectionCommands() {}

    private static void ping(ClientConnection client, Arguments arguments) {
        boolean said = arguments.size() == 2;
        if (!client.channels().isEmpty() && client.protocol() == Protocol.RESP2) {
            client.answer(Reply.list(Reply.text("pong"), said ? Reply.bulk(arguments.bytes(1)) : Reply.text("")));
        } else {
            client.answer(said ? Reply.bulk(arguments.bytes(1)) : new Reply.Status("PONG"));
        }
    }

    private static void echo(ClientConnection client, Arguments arguments) {
        client.answer(Reply.bulk(arguments.bytes(1)));
    }

    private static void quit(ClientConnection client, Arguments arguments) {
        client.endWith(Reply.OK);
    }

    private static void reset(ClientConnection client, Arguments arguments) {
        client.reset();
        client.answer(new Reply.Status("RESET"));
    }

    private static void select(ClientConnection client, Arguments arguments) {
        if (arguments.number(1) != 0) {
            throw new CommandRefusedException("ERR DB index is out of range");
        }
        client.answer(Reply.OK);
    }

    private static void client(ClientConnection client, Arguments arguments) {
        switch (arguments.word(1)) {
            case "ID" -> client.answer(Reply.number(client.id()));
            case "GETNAME" -> client.answer(client.name().isEmpty() ? Reply.NIL : Reply.text(client.name()));
            case "SETNAME" -> {
                if (arguments.size() != 3) {
                    throw CommandRefusedException.syntax();
                }
                client.rename(clientName(arguments.bytes(2)));
                client.answer(Reply.OK);
            }
            // What kind of library it is; not recorded.
            case "SETINFO" -> client.answer(Reply.OK);
            default -> throw new CommandRefusedException("ERR unknown subcommand " + arguments.shown(1) + " of CLIENT");
        }
    }

    static String clientName(Bytes name) {
        String text = name.toString();
        if (text.length() > MAX_NAME_LENGTH || !text.chars().allMatch(c -> c > ' ' && c <= '~')) {
            throw new CommandRefusedException(
                    "ERR Client names cannot contain spaces, newlines or special characters.");
        }
        return text;
    }

    private static void command(ClientConnection client, Arguments arguments) {
        String what = arguments.size() == 1 ? "" : arguments.word(1);
        client.answer(
                switch (what) {
                    case "COUNT" ->
                        Reply.number(SlotCommands.BY_NAME.size() + BroadcastCommands.BY_NAME.size() + BY_NAME.size());
                    case "DOCS" -> Reply.map();
                    default ->
                        Reply.list(SlotCommands.BY_NAME.values().stream()
                                .map(ConnectionCommands::description)
                                .toArray(Reply[]::new));
                });
    }

    /** Name, number of arguments (negative: at least), flags, first key, last key, step. */
    private static Reply description(SlotCommand command) {
        boolean exact = command.least() == command.most();
        return Reply.list(
                Reply.text(command.name().toLowerCase(Locale.ROOT)),
                Reply.number(exact ? command.least() : -command.least()),
                Reply.list(new Reply.Status(command.writes() ? "write" : "readonly")),
                Reply.number(1),
                Reply.number(command.manyKeys() ? -1 : 1),
                Reply.number(1));
    }
}
