// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.lab;

import static dev.baton.testkit.lab.LabNode.say;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Duty;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.NotLeaderException;
import dev.baton.internal.runtime.TimedWait;
import dev.baton.peer.PeerChannel;
import dev.baton.peer.PeerSettings;
import dev.baton.spi.ElectorContext;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.lease.HolderWatch;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlFence;
import dev.baton.sql.SqlSettings;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import dev.baton.testkit.lab.FullErrors;
import dev.baton.testkit.lab.LabNode;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A {@link LabNode} with the SQL elector. Its duty writes effects behind the fence for as long as it may act. It says
 * {@code acting EPOCH NANOS} with its first effect under an epoch, {@code resumed LEADS NANOS} when it finds that it
 * stood still and {@code standbys COUNT} when one connects or leaves, and hears {@code stale} as well.
 */
final class SqlNode {
    static final ElectionName ELECTION = ElectionName.of("lab");
    /** A system property: whether standard error is to be full from the start. */
    static final String FULL_ERRORS = "lab.errors.full";

    private static final Duration EFFECT_PAUSE = Duration.ofMillis(2);
    private static final Duration PROBE_PAUSE = Duration.ofMillis(1);
    private static final Duration STOOD_STILL = Duration.ofMillis(500);

    private final LabOptions options;
    private final String password;
    private final SqlFence fence = new SqlFence();
    private final LabNode node;
    private final AtomicReference<Leadership> last = new AtomicReference<>();
    private final AtomicReference<PeerChannel> channel = new AtomicReference<>();
    private final AtomicReference<Connection> idle = new AtomicReference<>();
    /** The epoch whose first effect was told; written by the duty's thread, of which there is one at a time. */
    private volatile Epoch told = Epoch.NONE;

    private long probedAt = System.nanoTime();
    private int standbys;

    private SqlNode(LabOptions options) throws IOException {
        this.options = options;
        this.password = Files.readString(options.passwordFile());
        this.node = new LabNode(ELECTION, options.history(), STOOD_STILL);
    }

    public static void main(String[] arguments) throws IOException, SQLException {
        if (Boolean.getBoolean(FULL_ERRORS)) {
            FullErrors.fill();
        }
        new SqlNode(LabOptions.of(arguments)).run();
    }

    private void run() throws IOException, SQLException {
        idle.set(connect());
        Baton baton = Baton.node(options.node()).requireExclusive().start(node.recorded(elector()));
        CandidateSettings settings = CandidateSettings.builder()
                .windDown(options.lease().dividedBy(20))
                .build();
        Candidate candidate = node.stand(baton, settings, Duty.loop("writer", this::write));
        Runtime.getRuntime().addShutdownHook(new Thread(baton::close, "lab-shutdown"));
        node.watch(PROBE_PAUSE, () -> probe(candidate));
        LabNode.listen(baton, candidate, Map.of("stale", words -> tryStale()));
    }

    private ElectorFactory<?> elector() {
        HolderWatch.Factory watch = options.peers() ? this::openChannel : context -> HolderWatch.NONE;
        return SqlElector.on(options.url(), options.user(), () -> password)
                .settings(SqlSettings.DEFAULT.withLease(options.lease()))
                .watching(watch);
    }

    private HolderWatch openChannel(ElectorContext context) {
        PeerChannel opened = PeerChannel.open(PeerSettings.defaults(), context);
        channel.set(opened);
        return opened;
    }

    /** The duty: effects for as long as it may act. */
    private void write(Leadership leadership) throws InterruptedException {
        last.set(leadership);
        while (leadership.mayAct()) {
            try {
                Connection connection = takeIdle();
                try {
                    writeOn(connection, leadership);
                } catch (SQLException | RuntimeException doubtful) {
                    connection.close();
                    throw doubtful;
                } finally {
                    idle.set(connection);
                }
            } catch (FencedException fenced) {
                refused(leadership);
                return;
            } catch (SQLException | NotLeaderException trouble) {
                TimedWait.of(EFFECT_PAUSE);
            }
        }
    }

    private void writeOn(Connection connection, Leadership leadership) throws SQLException, InterruptedException {
        while (leadership.mayAct()) {
            long at = System.nanoTime();
            if (leadership.mayAct()) {
                Effects.write(connection, fence, leadership, at);
                if (!leadership.epoch().equals(told)) {
                    told = leadership.epoch();
                    say("acting " + told + " " + System.nanoTime());
                }
            }
            TimedWait.of(EFFECT_PAUSE);
        }
    }

    /** A connection that is open already, as an application's pool has one, or else a new one. */
    private Connection takeIdle() throws SQLException {
        Connection open = idle.getAndSet(null);
        return open == null || open.isClosed() ? connect() : open;
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(options.url(), options.user(), password);
    }

    /** What a leader does that does not ask whether it may: a write under the last epoch it had. */
    private void tryStale() {
        Leadership stale = last.get();
        if (stale == null) {
            say("stale never led");
            return;
        }
        try (Connection connection = connect()) {
            Effects.writeUnasked(connection, fence, stale);
            say("stale accepted " + stale.epoch());
        } catch (FencedException fenced) {
            refused(stale);
            say("stale refused " + stale.epoch());
        } catch (SQLException trouble) {
            say("stale failed " + trouble.getSQLState());
        }
    }

    private void refused(Leadership leadership) {
        node.record(Kind.FAIL, Op.EFFECT, ELECTION, leadership.epoch(), "by=" + leadership.node());
    }

    /** Asks all the time whether this node leads, and so is the first to ask after a pause. */
    private void probe(Candidate candidate) {
        long now = System.nanoTime();
        if (now - probedAt > STOOD_STILL.toNanos()) {
            boolean leads = candidate.isLeader();
            say("resumed " + leads + " " + now);
        }
        probedAt = now;
        PeerChannel open = channel.get();
        if (open != null && open.standbys() != standbys) {
            standbys = open.standbys();
            say("standbys " + standbys);
        }
    }
}
