// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.lab;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.Duty;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.NotLeaderException;
import dev.baton.internal.runtime.Pause;
import dev.baton.peer.PeerChannel;
import dev.baton.peer.PeerSettings;
import dev.baton.spi.ElectorContext;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.lease.HolderWatch;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlElectorFactory;
import dev.baton.sql.SqlFence;
import dev.baton.sql.SqlSettings;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import dev.baton.testkit.history.HistoryListener;
import dev.baton.testkit.history.HistoryWriter;
import dev.baton.testkit.history.PauseNoting;
import dev.baton.testkit.history.RecordedDuty;
import dev.baton.testkit.history.RecordedElector;
import dev.baton.testkit.lab.FullErrors;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One node of the lab, a process of its own. Its duty writes effects behind the fence for as long as it may act. It
 * says {@code acting EPOCH NANOS} with its first effect under an epoch, {@code resumed LEADS NANOS} when it finds that
 * it stood still, {@code standbys COUNT} when one connects or leaves, {@code down EPOCH CAUSE} when a leader is gone, and hears {@code resign}, {@code stale} and {@code close}.
 */
final class LabNode {
    static final ElectionName ELECTION = ElectionName.of("lab");
    /** A system property: whether standard error is to be full from the start. */
    static final String FULL_ERRORS = "lab.errors.full";

    private static final Duration EFFECT_PAUSE = Duration.ofMillis(2);
    private static final Duration PROBE_PAUSE = Duration.ofMillis(1);
    private static final long STOOD_STILL_NANOS = Duration.ofMillis(500).toNanos();

    private final LabOptions options;
    private final String password;
    private final SqlFence fence = new SqlFence();
    private final PauseNoting history;
    private final String process;
    private final AtomicReference<Leadership> last = new AtomicReference<>();
    private final AtomicReference<PeerChannel> channel = new AtomicReference<>();
    private final AtomicReference<Connection> idle = new AtomicReference<>();
    /** The epoch whose first effect was told; written by the duty's thread, of which there is one at a time. */
    private volatile Epoch told = Epoch.NONE;

    private LabNode(LabOptions options) throws IOException {
        this.options = options;
        this.password = Files.readString(options.passwordFile());
        String pid = Long.toString(ProcessHandle.current().pid());
        this.process = options.node() + "#" + pid;
        HistoryWriter file =
                HistoryWriter.create(options.history(), options.node(), pid, System::nanoTime, Clock.systemUTC());
        this.history = new PauseNoting(file, ELECTION, System::nanoTime, Duration.ofNanos(STOOD_STILL_NANOS));
    }

    public static void main(String[] arguments) throws IOException, SQLException {
        if (Boolean.getBoolean(FULL_ERRORS)) {
            FullErrors.fill();
        }
        new LabNode(LabOptions.of(arguments)).run();
        System.exit(0);
    }

    private void run() throws IOException, SQLException {
        idle.set(connect());
        Baton baton = Baton.node(options.node()).requireExclusive().start(elector());
        Candidate candidate = baton.stand(ELECTION.value())
                .settings(CandidateSettings.builder()
                        .windDown(options.lease().dividedBy(20))
                        .build())
                .duty(new RecordedDuty(Duty.loop("writer", this::write), history, ELECTION))
                .listener(new HistoryListener(history, ELECTION))
                .listener(new Teller())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(baton::close, "lab-shutdown"));
        Thread probe = new Thread(() -> probe(candidate), "lab-probe");
        probe.setDaemon(true);
        probe.start();
        say("ready");
        listen(candidate);
    }

    private ElectorFactory<?> elector() {
        HolderWatch.Factory watch = options.peers() ? this::openChannel : context -> HolderWatch.NONE;
        SqlElectorFactory sql = SqlElector.on(options.url(), options.user(), () -> password)
                .settings(SqlSettings.DEFAULT.withLease(options.lease()))
                .watching(watch);
        return context -> new RecordedElector(sql.start(context), history);
    }

    private HolderWatch openChannel(ElectorContext context) {
        PeerChannel opened = PeerChannel.open(PeerSettings.defaults(), context);
        channel.set(opened);
        return opened;
    }

    private void listen(Candidate candidate) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null && !line.equals("close"); line = in.readLine()) {
            switch (line) {
                case "resign" -> resign(candidate);
                case "stale" -> tryStale();
                default -> say("what? " + line);
            }
        }
    }

    private static void resign(Candidate candidate) {
        say("resigning " + System.nanoTime());
        try {
            candidate.resign().join();
            say("resigned " + System.nanoTime());
        } catch (CompletionException notLeading) {
            say("resigned not: " + notLeading.getCause());
        }
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
                refused(leadership.epoch());
                return;
            } catch (SQLException | NotLeaderException trouble) {
                Pause.of(EFFECT_PAUSE);
            }
        }
    }

    private void writeOn(Connection connection, Leadership leadership) throws SQLException, InterruptedException {
        while (leadership.mayAct()) {
            long at = System.nanoTime();
            if (leadership.mayAct()) {
                Effects.write(connection, fence, leadership, process, at);
                if (!leadership.epoch().equals(told)) {
                    told = leadership.epoch();
                    say("acting " + told + " " + System.nanoTime());
                }
            }
            Pause.of(EFFECT_PAUSE);
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
            Effects.writeUnasked(connection, fence, stale, process);
            say("stale accepted " + stale.epoch());
        } catch (FencedException fenced) {
            refused(stale.epoch());
            say("stale refused " + stale.epoch());
        } catch (SQLException trouble) {
            say("stale failed " + trouble.getSQLState());
        }
    }

    private void refused(Epoch epoch) {
        history.record(Kind.FAIL, Op.EFFECT, ELECTION, epoch, "by=" + process);
    }

    /** Asks all the time whether this node leads, and so is the first to ask after a pause. */
    private void probe(Candidate candidate) {
        long before = System.nanoTime();
        int standbys = 0;
        try {
            while (true) {
                long now = System.nanoTime();
                if (now - before > STOOD_STILL_NANOS) {
                    boolean leads = candidate.isLeader();
                    say("resumed " + leads + " " + now);
                }
                before = now;
                history.look();
                PeerChannel open = channel.get();
                if (open != null && open.standbys() != standbys) {
                    standbys = open.standbys();
                    say("standbys " + standbys);
                }
                Pause.of(PROBE_PAUSE);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Says what this node is told of leaders that are gone. */
    private static final class Teller implements LeadershipListener {
        @Override
        public void on(CandidateEvent event) {
            if (event instanceof CandidateEvent.LeaderDown down) {
                say("down " + down.former().epoch() + " " + down.cause());
            }
        }
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
