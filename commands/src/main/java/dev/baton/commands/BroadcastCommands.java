// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.commands.resp.Arguments;
import dev.baton.commands.resp.Bytes;
import dev.baton.commands.resp.CommandRefusedException;
import dev.baton.commands.resp.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Messages to current subscribers. Nothing is stored. */
final class BroadcastCommands {
    private static final int ANY = Integer.MAX_VALUE;

    /** By name, in capitals. */
    static final Map<String, BroadcastCommand> BY_NAME = List.of(
                    new BroadcastCommand("SUBSCRIBE", 2, ANY, BroadcastCommands::subscribe),
                    new BroadcastCommand("UNSUBSCRIBE", 1, ANY, BroadcastCommands::unsubscribe),
                    new BroadcastCommand("PUBLISH", 3, 3, BroadcastCommands::publish))
            .stream()
            .collect(Collectors.toUnmodifiableMap(BroadcastCommand::name, Function.identity()));

    private BroadcastCommands() {}

    /** {@code SUBSCRIBE channel…} */
    private static void subscribe(ClientConnection client, Arguments arguments, LeaderSession session) {
        ConnectionLimits limits = client.state().settings().connections();
        int more = arguments.size() - 1;
        if (client.channels().size() + more > limits.subscriptions()) {
            throw new CommandRefusedException("ERR at most " + limits.subscriptions() + " channels per connection");
        }
        if (client.state().broadcast().subscriptions() + more > limits.allSubscriptions()) {
            throw new CommandRefusedException("ERR at most " + limits.allSubscriptions() + " subscriptions in total");
        }
        for (int i = 1; i < arguments.size(); i++) {
            checkLength(client, arguments.bytes(i));
            if (!client.login().mayRead(arguments.bytes(i))) {
                throw new CommandRefusedException("NOPERM no right to this channel");
            }
        }
        for (int i = 1; i < arguments.size(); i++) {
            Bytes channel = arguments.bytes(i);
            client.channels().add(channel);
            client.state().broadcast().join(channel, client);
            tell(client, "subscribe", channel, session);
        }
    }

    /** {@code UNSUBSCRIBE [channel…]} */
    private static void unsubscribe(ClientConnection client, Arguments arguments, LeaderSession session) {
        List<Bytes> leaving = new ArrayList<>(client.channels());
        if (arguments.size() > 1) {
            leaving.clear();
            for (int i = 1; i < arguments.size(); i++) {
                leaving.add(arguments.bytes(i));
            }
        }
        if (leaving.isEmpty()) {
            tell(client, "unsubscribe", null, session);
        }
        for (Bytes channel : leaving) {
            client.channels().remove(channel);
            client.state().broadcast().leave(channel, client);
            tell(client, "unsubscribe", channel, session);
        }
    }

    private static void tell(ClientConnection client, String what, @Nullable Bytes channel, LeaderSession session) {
        Reply confirmation = Reply.push(
                Reply.text(what),
                channel == null ? Reply.NIL : Reply.bulk(channel),
                Reply.number(client.channels().size()));
        client.answer(confirmation, session);
    }

    /** {@code PUBLISH channel message}: how many it was sent to. */
    private static void publish(ClientConnection client, Arguments arguments, LeaderSession session) {
        Bytes channel = arguments.bytes(1);
        checkLength(client, channel);
        if (!client.login().mayWrite(channel)) {
            throw new CommandRefusedException("NOPERM no right to this channel");
        }
        client.state().counters().published++;
        int heard = client.state().broadcast().publish(channel, arguments.bytes(2), session);
        client.answer(Reply.number(heard), session);
    }

    private static void checkLength(ClientConnection client, Bytes channel) {
        int most = client.state().settings().slots().keyBytes();
        if (channel.length() > most) {
            throw new CommandRefusedException("ERR channel of " + channel.length() + " bytes is longer than " + most);
        }
    }
}
