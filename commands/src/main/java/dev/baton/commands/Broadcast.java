// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.commands.resp.Bytes;
import dev.baton.commands.resp.Reply;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who listens to which channel. Confined to the server's thread. */
final class Broadcast {
    private static final Reply MESSAGE = Reply.text("message");

    private final Map<Bytes, Set<ClientConnection>> listeners = new HashMap<>();
    private final Set<ClientConnection> told = new LinkedHashSet<>();
    private int subscriptions;

    /** How many there are, of all connections. */
    int subscriptions() {
        return subscriptions;
    }

    void join(Bytes channel, ClientConnection connection) {
        if (listeners.computeIfAbsent(channel, unused -> new LinkedHashSet<>()).add(connection)) {
            subscriptions++;
        }
    }

    void leave(Bytes channel, ClientConnection connection) {
        Set<ClientConnection> all = listeners.get(channel);
        if (all != null && all.remove(connection)) {
            subscriptions--;
            if (all.isEmpty()) {
                listeners.remove(channel);
            }
        }
    }

    void leave(ClientConnection connection) {
        List.copyOf(connection.channels()).forEach(channel -> leave(channel, connection));
        told.remove(connection);
    }

    /** Puts a message in line for each listener, and counts them. It leaves with {@link #send}. */
    int publish(Bytes channel, Bytes message, LeaderSession under) {
        Set<ClientConnection> all = listeners.getOrDefault(channel, Set.of());
        Reply push = Reply.push(MESSAGE, Reply.bulk(channel), Reply.bulk(message));
        for (ClientConnection connection : all) {
            connection.push(push, under);
            told.add(connection);
        }
        return all.size();
    }

    void send() {
        if (told.isEmpty()) {
            return;
        }
        List<ClientConnection> waiting = List.copyOf(told);
        told.clear();
        waiting.forEach(ClientConnection::give);
    }
}
