// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.Duty;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Leadership;
import dev.baton.commands.access.Logins;
import dev.baton.commands.resp.IncompleteBytes;
import dev.baton.commands.resp.Reply;
import dev.baton.commands.slots.Tokens;
import dev.baton.security.FailureThrottle;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What all connections share: who is connected, who leads, and the slots if this node does. Confined to the server's
 * thread, but for {@link #follow}.
 */
final class ServerState {
    static final String ENDPOINT = "commands";

    private static final FailureThrottle.Limits MAX_FAILED_LOGINS =
            new FailureThrottle.Limits(10, Duration.ofSeconds(6), Duration.ZERO, 4_096);
    private static final String UNKNOWN_ADDRESS = "-";

    private final CommandSettings settings;
    private final Ticker ticker;
    private final Logins logins;
    private final FailureThrottle failedLogins;
    private final IncompleteBytes incomplete;
    private final Counters counters = new Counters();
    private final Broadcast broadcast = new Broadcast();
    private final Set<ClientConnection> connections = new LinkedHashSet<>();

    private volatile LeaderRouting others = Optional::empty;
    private @Nullable LeaderSession session;
    /** Kept beyond the slots: a duty that is restarted under the same epoch must not give a token again. */
    private Tokens tokens = new Tokens(Epoch.NONE);

    private Duty.@Nullable Crash crash;
    private long lastSweep;
    private long unreadBytes;
    private long nextId = 1;

    ServerState(CommandSettings settings, Ticker ticker, Logins logins) {
        this.settings = settings;
        this.ticker = ticker;
        this.logins = logins;
        this.failedLogins = new FailureThrottle(MAX_FAILED_LOGINS, ticker);
        this.incomplete = new IncompleteBytes(settings.read().incompleteBytes());
        this.lastSweep = ticker.nanos();
    }

    CommandSettings settings() {
        return settings;
    }

    Counters counters() {
        return counters;
    }

    Broadcast broadcast() {
        return broadcast;
    }

    Logins logins() {
        return logins;
    }

    FailureThrottle failedLogins() {
        return failedLogins;
    }

    IncompleteBytes incomplete() {
        return incomplete;
    }

    long now() {
        return ticker.nanos();
    }

    /** A recent time, for what need not be exact. */
    long lastSweep() {
        return lastSweep;
    }

    // Who is connected.

    /** False if there are too many already. */
    boolean admit(ClientConnection connection) {
        if (connections.size() >= settings.connections().clients()) {
            counters.turnedAway++;
            return false;
        }
        counters.accepted++;
        connections.add(connection);
        return true;
    }

    void left(ClientConnection connection) {
        connections.remove(connection);
        broadcast.leave(connection);
    }

    long newId() {
        return nextId++;
    }

    /** Disconnects clients that were slow, silent or idle for too long. */
    void sweep() {
        lastSweep = ticker.nanos();
        for (ClientConnection connection : List.copyOf(connections)) {
            connection.look(lastSweep);
        }
    }

    /** Counts what waits for readers that do not read. */
    void addUnread(long bytes) {
        unreadBytes += bytes;
    }

    boolean hasTooMuchUnread() {
        return unreadBytes > settings.connections().allOutputBytes();
    }

    void removeUnread(long bytes) {
        unreadBytes -= bytes;
    }

    void disconnectAll() {
        for (ClientConnection connection : List.copyOf(connections)) {
            connection.close();
        }
    }

    // Who leads.

    /** Holds for the next command already, so it does not queue behind what has arrived. Any thread. */
    void follow(LeaderRouting chosen) {
        this.others = chosen;
    }

    void begin(Leadership leadership, Duty.Crash onCrash) {
        end();
        if (!tokens.areOf(leadership.epoch())) {
            tokens = new Tokens(leadership.epoch());
        }
        this.session = new LeaderSession(leadership, ticker, settings.slots(), tokens);
        this.crash = onCrash;
    }

    /** Forgets everything, and tells those who wait for news that there will be none. */
    void end() {
        if (session == null) {
            return;
        }
        session = null;
        crash = null;
        for (ClientConnection connection : new ArrayList<>(connections)) {
            connection.reignEnded();
        }
    }

    /** A bug while the slots were being changed: they can no longer be trusted. */
    void broken(Throwable cause) {
        Duty.Crash report = crash;
        end();
        if (report != null) {
            report.report(cause);
        }
    }

    /** The leadership under which this node may answer at this moment. */
    @Nullable
    LeaderSession session() {
        LeaderSession current = session;
        return current != null && current.mayAct() ? current : null;
    }

    boolean isUnder(Leadership leadership) {
        LeaderSession current = session;
        return current != null && current.isOf(leadership);
    }

    /** May what was done under this leadership be told now? */
    boolean stillHolds(@Nullable LeaderSession under) {
        return under != null && under == session && under.mayAct();
    }

    Optional<Leader> elsewhere() {
        return others.elsewhere();
    }

    /** The answer of a node that does not lead: nothing was done, and where the leader is. */
    Reply refusal() {
        return elsewhere()
                .map(leader -> Reply.failure("NOT_LEADER " + leader.node().id() + " "
                        + leader.endpoints().find(ENDPOINT).orElse(UNKNOWN_ADDRESS) + " " + leader.epoch()))
                .orElse(Reply.failure("NO_LEADER no leader is known; try again"));
    }

    /** The answer of a leader that was replaced: the command may have been done, and its result is gone. */
    static Reply disowned(Epoch epoch) {
        return Reply.failure("NO_LEADER UNKNOWN " + epoch + " this leadership ended before the reply was given");
    }

    CommandStats stats() {
        Optional<LeaderSession> current = Optional.ofNullable(session());
        return new CommandStats(
                current.map(LeaderSession::epoch),
                connections.size(),
                current.map(it -> it.slots().size()).orElse(0),
                current.map(it -> it.slots().bytes()).orElse(0L),
                counters.accepted,
                counters.turnedAway,
                counters.commands,
                counters.redirected,
                counters.failed,
                counters.disowned,
                counters.failedLogins,
                counters.cut,
                counters.published);
    }
}
