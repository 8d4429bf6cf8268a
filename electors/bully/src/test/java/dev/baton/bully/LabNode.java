// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.Duty;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.LossReason;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.quorum.Quorum;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorContext;
import dev.baton.testkit.history.Details;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import dev.baton.testkit.history.HistoryListener;
import dev.baton.testkit.history.HistoryWriter;
import dev.baton.testkit.history.RecordedDuty;
import dev.baton.testkit.history.RecordedElector;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * One node in a process of its own. Arguments: id, address, addresses to join (comma-separated, or "-"), folder, history
 * file, password, quorum, part. Says who it sees leading; hears {@code resign}, {@code transfer ID}, {@code cut ADDRESS},
 * {@code slow MILLIS}, {@code mend}, {@code view}, {@code counts} and {@code close}.
 */
final class LabNode {
    static final ElectionName ELECTION = ElectionName.of("coordinator");
    /** Slower than need be, because the machine that runs the tests may be busy. */
    static final BullySettings SETTINGS =
            BullySettings.every(Duration.ofMillis(Long.getLong("baton.heartbeat", 500))).toBuilder()
                    .misses(Integer.getInteger("baton.misses", 3))
                    .build();

    /** How long a node that has resigned does not stand again. */
    static final Duration REST = Duration.ofMillis(500);

    private LabNode() {}

    public static void main(String[] arguments) throws Exception {
        String id = arguments[0];
        Gate gate = new Gate();
        List<Address> members = arguments[2].equals("-")
                ? List.of()
                : Stream.of(arguments[2].split(",")).map(Address::parse).toList();
        Address address = Address.parse(arguments[1]);
        BullyConfiguration configuration = LocalCluster.joining(
                        members,
                        BullyConfiguration.of(new Credentials("cluster_user", arguments[5]), Path.of(arguments[3], id)))
                .listen(address.host(), address.port())
                .settings(SETTINGS.withQuorum(Quorum.valueOf(arguments[6])).as(Part.valueOf(arguments[7])))
                .build();
        Recording recording = new Recording(Path.of(arguments[4]));
        Baton baton = Baton.node(id).start(context -> recording.start(configuration, gate, context));
        HistoryWriter history = recording.history;
        Pauses pauses = new Pauses(history);
        Candidate candidate = baton.stand(ELECTION.value())
                .settings(CandidateSettings.builder()
                        .windDown(SETTINGS.heartbeat().dividedBy(2))
                        .rest(REST)
                        .build())
                .duty(new RecordedDuty(new Idle(pauses), history, ELECTION))
                .listener(new HistoryListener(history, ELECTION))
                .listener(new Teller())
                .start();
        System.out.println("ready");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "resign" -> {
                    System.out.println("resigning " + System.nanoTime());
                    candidate.resign().exceptionally(notLeading -> null);
                }
                case "transfer" -> candidate.transferTo(NodeId.of(words[1])).exceptionally(notLeading -> null);
                case "cut" -> gate.closeTo(Address.parse(words[1]));
                case "slow" -> gate.slow(Long.parseLong(words[1]));
                case "mend" -> gate.openToAll();
                case "view" -> System.out.println("view " + recording.elector.view());
                case "counts" -> {
                    System.out.println("renewals " + recording.renewals.get());
                    System.out.println("refusals " + gate.failedJoins());
                }
                case "close" -> {
                    baton.close();
                    System.out.println("closed");
                    Runtime.getRuntime().halt(0);
                }
                default -> System.out.println("what? " + line);
            }
        }
    }

    /** Starts the elector, and writes down what it says. */
    private static final class Recording {
        private final Path file;
        /** How often this node was told that its leadership lasts longer. */
        private final AtomicLong renewals = new AtomicLong();

        private HistoryWriter history;
        private BullyElector elector;

        Recording(Path file) {
            this.file = file;
        }

        Elector start(BullyConfiguration configuration, Gate gate, ElectorContext context) {
            Node node = context.node();
            history = HistoryWriter.create(
                    file, node.id().value(), node.incarnation().toString(), System::nanoTime, Clock.systemUTC());
            elector = configuration.start(context, gate::before);
            return new RecordedElector(elector, (kind, op, election, epoch, value) -> {
                if (op == Op.DEADLINE) {
                    renewals.incrementAndGet();
                }
                history.record(kind, op, election, epoch, value);
            });
        }
    }

    /** Writes down that this process did not run for a while, before anything that it does afterwards is looked at. */
    private static final class Pauses {
        private static final long LOOK_EVERY = Duration.ofMillis(10).toNanos();
        private static final long NOTICEABLE = Duration.ofMillis(60).toNanos();

        private final HistoryWriter history;
        private long last = System.nanoTime();

        Pauses(HistoryWriter history) {
            this.history = history;
            Thread looking = new Thread(
                    () -> {
                        while (true) {
                            LockSupport.parkNanos(LOOK_EVERY);
                            look();
                        }
                    },
                    "pauses");
            looking.setDaemon(true);
            looking.start();
        }

        synchronized void look() {
            long now = System.nanoTime();
            if (now - last > NOTICEABLE) {
                history.record(
                        Kind.INFO, Op.RESUMED, ELECTION, Epoch.NONE, Details.of("after", (now - last) / 1_000_000));
            }
            last = now;
        }
    }

    private static final class Idle implements Duty {
        private final Pauses pauses;
        private Epoch epoch = Epoch.NONE;

        Idle(Pauses pauses) {
            this.pauses = pauses;
        }

        @Override
        public String name() {
            return "idle";
        }

        @Override
        public void start(Leadership leadership, Crash crash) {
            epoch = leadership.epoch();
            System.out.println("started " + epoch + " " + System.nanoTime());
        }

        @Override
        public void stop() {
            pauses.look();
            System.out.println("stopped " + epoch + " " + System.nanoTime());
        }
    }

    /** Says what happens, with the monotonic clock of the machine that all processes share. */
    private static final class Teller implements LeadershipListener {
        @Override
        public void elected(Leadership won) {
            System.out.println("elected " + won.epoch() + " " + System.nanoTime());
        }

        @Override
        public void revoked(Epoch lost, LossReason why) {
            System.out.println("revoked " + lost + " " + System.nanoTime() + " " + why);
        }

        @Override
        public void on(CandidateEvent event) {
            if (event instanceof CandidateEvent.LeaderChanged changed) {
                System.out.println("sees " + changed.current().node().id() + " "
                        + changed.current().epoch());
            }
        }
    }
}
