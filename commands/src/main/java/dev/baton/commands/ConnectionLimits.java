// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.internal.check.Validation;
import io.netty.util.internal.PlatformDependent;
import java.time.Duration;

/**
 * How many clients there may be, and how patient the server is with each.
 *
 * @param clients connections at a time
 * @param subscriptions channels of one connection
 * @param allSubscriptions channels of all connections, each counted for itself
 * @param backlog commands of one connection that wait because an earlier one does
 * @param outputBytes what may wait for a subscriber that reads too slowly
 * @param allOutputBytes what may wait for all slow readers together; by default a quarter of the memory that the network's
 *     buffers may take, 256 MiB at most
 * @param idle after which a silent connection is closed, unless it is subscribed
 * @param login how long a new connection may take to log in
 * @param command how long a command may take to arrive in full
 * @param blocked how long a client may leave its replies unread
 */
public record ConnectionLimits(
        int clients,
        int subscriptions,
        int allSubscriptions,
        int backlog,
        int outputBytes,
        int allOutputBytes,
        Duration idle,
        Duration login,
        Duration command,
        Duration blocked) {
    private static final int DEFAULT_OUTPUT_BYTES = 4 << 20;
    private static final int MAX_ALL_OUTPUT_BYTES = 256 << 20;

    /** Besides what is unread, commands that are not whole and the network's own buffers need memory. */
    private static final int SHARE_OF_MEMORY = 4;

    public static final ConnectionLimits DEFAULT = new ConnectionLimits(
            10_000,
            1024,
            100_000,
            8192,
            DEFAULT_OUTPUT_BYTES,
            allOutputBytes(PlatformDependent.maxDirectMemory()),
            Duration.ofMinutes(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10));

    private static final int MAX_CLIENTS = 1_000_000;
    private static final int MAX_WAITING = 1_000_000;

    public ConnectionLimits {
        Validation.of("connection limits")
                .between("clients", clients, 1, MAX_CLIENTS)
                .between("subscriptions", subscriptions, 0, MAX_WAITING)
                .between("allSubscriptions", allSubscriptions, subscriptions, MAX_WAITING)
                .between("backlog", backlog, 1, MAX_WAITING)
                .between("outputBytes", outputBytes, 1 << 10, Integer.MAX_VALUE)
                .between("allOutputBytes", allOutputBytes, outputBytes, Integer.MAX_VALUE)
                .positive("idle", idle)
                .positive("login", login)
                .positive("command", command)
                .positive("blocked", blocked)
                .check();
    }

    /** What may wait for all slow readers together, where buffers may take {@code memory} bytes. */
    static int allOutputBytes(long memory) {
        return (int) Math.max(DEFAULT_OUTPUT_BYTES, Math.min(MAX_ALL_OUTPUT_BYTES, memory / SHARE_OF_MEMORY));
    }

    public ConnectionLimits withClients(int most) {
        return new ConnectionLimits(
                most,
                subscriptions,
                allSubscriptions,
                backlog,
                outputBytes,
                allOutputBytes,
                idle,
                login,
                command,
                blocked);
    }

    public ConnectionLimits withOutputBytes(int ofOne, int ofAll) {
        return new ConnectionLimits(
                clients, subscriptions, allSubscriptions, backlog, ofOne, ofAll, idle, login, command, blocked);
    }

    public ConnectionLimits withPatience(Duration forIdle, Duration forLogin, Duration forCommand, Duration forReader) {
        return new ConnectionLimits(
                clients,
                subscriptions,
                allSubscriptions,
                backlog,
                outputBytes,
                allOutputBytes,
                forIdle,
                forLogin,
                forCommand,
                forReader);
    }
}
