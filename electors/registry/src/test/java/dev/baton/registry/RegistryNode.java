// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

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
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorContext;
import dev.baton.testkit.history.HistoryListener;
import dev.baton.testkit.history.HistoryWriter;
import dev.baton.testkit.history.PauseNoting;
import dev.baton.testkit.history.RecordedDuty;
import dev.baton.testkit.history.RecordedElector;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * One node in a process of its own. Arguments: id, bind address, port, hosts, folder, history file, cluster size (0 for
 * no quorum), takeover delay in milliseconds, and a JGroups stack if it is to have one of its own. Says who it sees
 * leading and whom it has in its view; hears {@code resign} and {@code close}.
 */
final class RegistryNode {
    static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final Duration INITIAL_WAIT = Duration.ofSeconds(20);
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);
    private static final Duration NOTICEABLE = Duration.ofMillis(400);

    private RegistryNode() {}

    public static void main(String[] arguments) throws Exception {
        String id = arguments[0];
        int size = Integer.parseInt(arguments[6]);
        // Without a quorum it is all that the loser's side waits, and a busy machine needs some of it to stop a duty.
        Duration windDown = Duration.ofMillis(size > 0 ? 300 : 800);
        RegistrySettings settings =
                size > 0 ? RegistrySettings.majorityOf(size) : RegistrySettings.withoutQuorum(4, INITIAL_WAIT);
        RegistryConfiguration.Builder configuration = RegistryConfiguration.of(
                        "lab", Path.of(arguments[4], id + ".state"))
                .settings(settings.withTerms(RegistrySettings.TERMS))
                .bind(arguments[1], Integer.parseInt(arguments[2]))
                .hosts(List.of(arguments[3].split(",")))
                .key("a shared secret of the lab");
        if (arguments.length > 8) {
            configuration.stackFile(Path.of(arguments[8]));
        }
        Recording recording = new Recording(Path.of(arguments[5]));
        Baton baton = Baton.node(id).start(context -> recording.start(configuration.build(), context));
        PauseNoting history = recording.history;
        watch(history, recording.elector);
        Candidate candidate = baton.stand(ELECTION.value())
                .settings(CandidateSettings.builder()
                        .takeoverDelay(Duration.ofMillis(Long.parseLong(arguments[7])))
                        .windDown(windDown)
                        .rest(Duration.ofMillis(500))
                        .build())
                .duty(new RecordedDuty(new Idle(), history, ELECTION))
                .listener(new HistoryListener(history, ELECTION))
                .listener(new Teller())
                .start();
        System.out.println("ready");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            switch (line) {
                case "resign" -> candidate.resign().exceptionally(notLeading -> null);
                case "close" -> {
                    baton.close();
                    System.out.println("closed");
                    Runtime.getRuntime().halt(0);
                }
                default -> System.out.println("what? " + line);
            }
        }
        // Whoever started it is gone.
        Runtime.getRuntime().halt(1);
    }

    /** Starts the elector, and writes down what it says. */
    private static final class Recording {
        private final Path file;
        private PauseNoting history;
        private RegistryElector elector;

        Recording(Path file) {
            this.file = file;
        }

        Elector start(RegistryConfiguration configuration, ElectorContext context) {
            Node node = context.node();
            HistoryWriter writer = HistoryWriter.create(
                    file, node.id().value(), node.incarnation().toString(), System::nanoTime, Clock.systemUTC());
            history = new PauseNoting(writer, ELECTION, System::nanoTime, NOTICEABLE);
            elector = RegistryElector.with(configuration).start(context);
            return new RecordedElector(elector, history);
        }
    }

    /** Looks for pauses, and for changes of the view, from a thread of its own. */
    private static void watch(PauseNoting noting, RegistryElector elector) {
        Thread looking = new Thread(
                () -> {
                    List<String> last = List.of();
                    while (true) {
                        LockSupport.parkNanos(LOOK_EVERY.toNanos());
                        noting.look();
                        List<String> members = elector.members().stream()
                                .map(member -> member.node().id().value())
                                .sorted()
                                .toList();
                        if (!members.equals(last)) {
                            System.out.println("members " + members);
                        }
                        last = members;
                    }
                },
                "looking");
        looking.setDaemon(true);
        looking.start();
    }

    /** Says when it is started and stopped. */
    private static final class Idle implements Duty {
        @Override
        public String name() {
            return "idle";
        }

        @Override
        public void start(Leadership leadership, Crash crash) {
            System.out.println("started " + leadership.epoch() + " " + System.currentTimeMillis());
        }

        @Override
        public void stop() {
            System.out.println("stopped " + System.currentTimeMillis());
        }
    }

    /** Says what happens, with the wall clock of the machine that all processes share. */
    private static final class Teller implements LeadershipListener {
        @Override
        public void elected(Leadership won) {
            System.out.println("elected " + won.epoch() + " " + System.currentTimeMillis());
        }

        @Override
        public void revoked(Epoch lost, LossReason why) {
            System.out.println("revoked " + lost + " " + why + " " + System.currentTimeMillis());
        }

        @Override
        public void on(CandidateEvent event) {
            if (event instanceof CandidateEvent.LeaderChanged changed) {
                System.out.println("sees " + changed.current().node().id() + " "
                        + changed.current().epoch() + " " + System.currentTimeMillis());
            } else if (event instanceof CandidateEvent.LeaderDown down) {
                System.out.println("down " + down.former().epoch() + " " + down.cause());
            }
        }
    }
}
