// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.lab;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.Duty;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.spi.ElectorFactory;
import dev.baton.testkit.history.Details;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import dev.baton.testkit.history.HistoryListener;
import dev.baton.testkit.history.HistoryWriter;
import dev.baton.testkit.history.PauseRecorder;
import dev.baton.testkit.history.RecordedDuty;
import dev.baton.testkit.history.RecordedElector;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the processes of a {@link ProcessLab} have in common: one candidate, whose history is written to a file. It says
 * {@code ready}, {@code elected EPOCH NANOS}, {@code revoked EPOCH REASON NANOS}, {@code sees NODE EPOCH NANOS},
 * {@code down EPOCH CAUSE}, {@code started EPOCH NANOS} and {@code stopped EPOCH NANOS}, and hears {@code resign},
 * {@code transfer NODE} and {@code close}. A {@code main} adds what only its elector has.
 */
public final class LabNode {
    private final ElectionName election;
    private final Path file;
    private final Duration noticeable;
    /** How often this node was told that its leadership lasts longer. */
    private final AtomicLong renewals = new AtomicLong();

    private @Nullable PauseRecorder history;

    /**
     * @param file the history, which must not exist
     * @param noticeable how long a pause of the process has to be for the history to say so
     */
    public LabNode(ElectionName election, Path file, Duration noticeable) {
        this.election = election;
        this.file = file;
        this.noticeable = noticeable;
    }

    /** Starts an elector and writes down what it says. */
    public ElectorFactory<RecordedElector> recorded(ElectorFactory<?> factory) {
        return context -> {
            Node node = context.node();
            history = new PauseRecorder(
                    HistoryWriter.create(
                            file,
                            node.id().value(),
                            node.incarnation().toString(),
                            System::nanoTime,
                            Clock.systemUTC()),
                    election,
                    System::nanoTime,
                    noticeable);
            return new RecordedElector(factory.start(context), this::record);
        };
    }

    private PauseRecorder history() {
        return Objects.requireNonNull(history, "the elector was not started");
    }

    /** Writes down what this process does and, if others are to know it, says it. */
    public void record(Kind kind, Op op, ElectionName about, Epoch epoch, String value) {
        history().record(kind, op, about, epoch, value);
        Details details = Details.parse(value);
        switch (op) {
            case DEADLINE -> renewals.incrementAndGet();
            case ELECTED -> sayNow("elected " + epoch);
            case REVOKED -> sayNow("revoked " + epoch + " " + details.text("reason"));
            case LEADER_SEEN -> sayNow("sees " + details.text("leader").split("#", 2)[0] + " " + epoch);
            case DUTY_STARTED -> sayNow("started " + epoch);
            case DUTY_STOPPED -> sayNow("stopped " + epoch);
            default -> {}
        }
    }

    public long renewals() {
        return renewals.get();
    }

    public Candidate stand(Baton baton, CandidateSettings settings, Duty duty) {
        return baton.stand(election.value())
                .settings(settings)
                .duty(new RecordedDuty(duty, this::record, election))
                .listener(new HistoryListener(this::record, election))
                .listener(new DownTeller())
                .start();
    }

    /** Checks repeatedly whether the process was paused, from its own thread, and does something else before. */
    public void watch(Duration every, Runnable first) {
        PauseRecorder noting = history();
        Thread looking = new Thread(
                () -> {
                    while (true) {
                        LockSupport.parkNanos(every.toNanos());
                        first.run();
                        noting.look();
                    }
                },
                "lab-watch");
        looking.setDaemon(true);
        looking.start();
    }

    /** Does as it is told until the process ends. The words of a line go to the command that the first of them names. */
    public static void listen(Baton baton, Candidate candidate, Map<String, Consumer<String[]>> more)
            throws IOException {
        say("ready");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "resign" -> resign(candidate);
                case "transfer" -> candidate.transferTo(NodeId.of(words[1])).exceptionally(notLeading -> null);
                case "close" -> {
                    baton.close();
                    say("closed");
                    Runtime.getRuntime().halt(0);
                }
                default -> more.getOrDefault(words[0], LabNode::unknown).accept(words);
            }
        }
        // The process that started this one has ended.
        Runtime.getRuntime().halt(1);
    }

    private static void unknown(String[] words) {
        say("what? " + String.join(" ", words));
    }

    private static void resign(Candidate candidate) {
        sayNow("resigning");
        candidate.resign().thenRun(() -> sayNow("resigned")).exceptionally(notLeading -> {
            say("resigned not: " + notLeading.getCause());
            return null;
        });
    }

    /** Prints a whole line, from any thread. */
    public static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    /** With the monotonic clock of the machine that all processes share. */
    private static void sayNow(String what) {
        say(what + " " + System.nanoTime());
    }

    /** A duty that does nothing. */
    public static Duty idle() {
        return new Duty() {
            @Override
            public String name() {
                return "idle";
            }

            @Override
            public void start(Leadership leadership, Crash crash) {}

            @Override
            public void stop() {}
        };
    }

    private static final class DownTeller implements LeadershipListener {
        @Override
        public void on(CandidateEvent event) {
            if (event instanceof CandidateEvent.LeaderDown down) {
                say("down " + down.former().epoch() + " " + down.cause());
            }
        }
    }
}
