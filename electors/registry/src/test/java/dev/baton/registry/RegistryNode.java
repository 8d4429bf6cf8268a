// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Baton;
import dev.baton.candidate.Candidate;
import dev.baton.candidate.CandidateEvent;
import dev.baton.candidate.CandidateSettings;
import dev.baton.candidate.LeadershipListener;
import dev.baton.core.ElectionName;
import dev.baton.core.Epoch;
import dev.baton.core.Leadership;
import dev.baton.core.LossReason;
import dev.baton.duty.Duty;
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
import java.util.concurrent.locks.LockSupport;

/**
 * One node in a process of its own. Arguments: id, bind address, port, hosts, folder, history file, cluster size,
 * takeover delay in milliseconds. Says who it sees leading; hears {@code resign} and {@code close}.
 */
final class RegistryNode {
    static final ElectionName ELECTION = ElectionName.of("coordinator");

    private RegistryNode() {}

    public static void main(String[] arguments) throws Exception {
        String id = arguments[0];
        RegistryConfiguration configuration = RegistryConfiguration.of(id, "lab")
                .settings(RegistrySettings.majorityOf(Integer.parseInt(arguments[6]))
                        .withTerms(LocalRegistry.TERMS))
                .bind(arguments[1], Integer.parseInt(arguments[2]))
                .hosts(List.of(arguments[3].split(",")))
                .stateFile(Path.of(arguments[4], id + ".state"))
                .key("a shared secret of the lab")
                .build();
        RecordingElector made = new RecordingElector();
        Baton baton = Baton.node(id).start(lanes -> made.on(configuration.join(lanes)));
        HistoryWriter history = HistoryWriter.create(
                Path.of(arguments[5]), id, baton.node().incarnation().toString(), System::nanoTime, Clock.systemUTC());
        made.history = history;
        Pauses pauses = new Pauses(history);
        Candidate candidate = baton.stand(ELECTION.value())
                .settings(CandidateSettings.builder()
                        .takeoverDelay(Duration.ofMillis(Long.parseLong(arguments[7])))
                        .windDown(Duration.ofMillis(300))
                        .rest(Duration.ofMillis(500))
                        .build())
                .duty(new RecordedDuty(new Idle(pauses), history, ELECTION))
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
    }

    /** The elector is made before the node's incarnation is known, which the history needs. */
    private static final class RecordingElector {
        private volatile HistoryWriter history;

        dev.baton.elector.Elector on(RegistryElector elector) {
            return new RecordedElector(elector, (kind, op, election, epoch, value) -> {
                HistoryWriter to = history;
                if (to != null) {
                    to.record(kind, op, election, epoch, value);
                }
            });
        }
    }

    /** Writes down that this process did not run for a while, before anything that it does afterwards is looked at. */
    private static final class Pauses {
        private static final long LOOK_EVERY = Duration.ofMillis(20).toNanos();
        private static final long NOTICEABLE = Duration.ofMillis(400).toNanos();

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

        Idle(Pauses pauses) {
            this.pauses = pauses;
        }

        @Override
        public String name() {
            return "idle";
        }

        @Override
        public void start(Leadership leadership, Crash crash) {}

        @Override
        public void stop() {
            pauses.look();
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
                        + changed.current().epoch());
            }
        }
    }
}
