// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.benchmarks.ContenderFigures.Cost;
import dev.baton.testkit.lab.ProcessLab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Everything that is measured of one contender. */
final class ContenderRun {
    /** The run does not wait for a contender that considers itself leader for longer than this after a pause. */
    static final Duration MAX_BELIEF = Duration.ofSeconds(5);

    /** Long enough for all to know who leads. */
    private static final Duration SETTLING = Duration.ofMillis(1_500);

    /** The same where voters abstain for a lease after a start. */
    private static final Duration VOTERS_SETTLING = Duration.ofMillis(3_500);

    private static final Duration NEVER = Duration.ofDays(1);

    /**
     * How much to do.
     *
     * @param slow a kill or resignation that takes longer than this is not repeated
     * @param tooSlow from which time on a loss goes unnoticed for too long to wait for it after a pause as well
     * @param meanwhile what no process has noticed for so long takes seconds more, in which another contender has the machine
     * @param lanes how many contenders are under way at a time
     */
    record Size(
            int kills,
            int resignations,
            int pauses,
            Duration rest,
            Duration settled,
            Duration watched,
            Duration slow,
            Duration tooSlow,
            Duration meanwhile,
            int lanes) {
        static Size of(Options.Effort effort) {
            return switch (effort) {
                case FULL ->
                    new Size(
                            8,
                            8,
                            5,
                            Duration.ofSeconds(6),
                            Duration.ofSeconds(12),
                            Duration.ofSeconds(30),
                            Duration.ofMinutes(2),
                            Duration.ofMinutes(2),
                            NEVER,
                            1);
                case QUICK, TINY ->
                    new Size(
                            2,
                            2,
                            1,
                            Duration.ofMillis(300),
                            Duration.ofSeconds(1),
                            Duration.ofSeconds(3),
                            Duration.ofSeconds(6),
                            Duration.ofSeconds(12),
                            Duration.ofSeconds(4),
                            3);
            };
        }
    }

    private final Contender contender;
    private final Size size;
    private final Turn turn;
    private final Options options;

    ContenderRun(Contender contender, Size size, Turn turn, Options options) {
        this.contender = contender;
        this.size = size;
        this.turn = turn;
        this.options = options;
    }

    ContenderFigures measure(ContenderBackends backends, String classPath, Path folder) throws IOException {
        turn.take();
        try {
            options.say(contender.label());
            return measureInTurn(backends, classPath, folder);
        } finally {
            turn.give();
        }
    }

    private ContenderFigures measureInTurn(ContenderBackends backends, String classPath, Path folder)
            throws IOException {
        Path here = Files.createTempDirectory(folder, "contender-");
        List<Double> resigned;
        List<Double> believed;
        List<Double> killed;
        Cost one;
        double servers;
        try (ContenderBackend backend = backends.start(contender, here, classPath);
                ContenderLab lab = new ContenderLab(contender, backend, classPath, here, 1)) {
            settleAfterStart();
            ProcessLab.let(size.rest());
            one = cost(lab);
            servers = megabytes(backend.pids());
            resigned = resignations(lab);
            believed = pauses(lab);
            killed = kills(lab);
        }
        return new ContenderFigures(
                contender, killed, resigned, believed, one, hundred(backends, classPath, folder), servers);
    }

    /** When another process began to act. If that takes long, another contender uses the machine meanwhile. */
    private long awaitActs(ContenderLab lab, String leader, long start) {
        return lab.actsWithin(leader, start, size.meanwhile())
                ? lab.awaitActs(leader, start)
                : turn.without(() -> lab.awaitActs(leader, start));
    }

    private void settleAfterStart() {
        ProcessLab.let(contender.abstains() ? VOTERS_SETTLING : SETTLING);
    }

    private Cost hundred(ContenderBackends backends, String classPath, Path folder) throws IOException {
        Path here = Files.createTempDirectory(folder, "contender-");
        try (ContenderBackend backend = backends.start(contender, here, classPath);
                ContenderLab lab = new ContenderLab(contender, backend, classPath, here, 100)) {
            lab.awaitAllLed();
            ProcessLab.let(size.settled());
            return cost(lab);
        }
    }

    private Cost cost(ContenderLab lab) throws IOException {
        long start = System.nanoTime();
        Map<String, Long> before = ProcessCosts.packets(lab.pids());
        ProcessLab.let(size.watched());
        double seconds = (System.nanoTime() - start) / 1e9;
        double packets = ProcessCosts.between(before, ProcessCosts.packets(lab.pids())) / seconds;
        int threads = 0;
        for (long pid : lab.pids()) {
            threads = Math.max(threads, ProcessCosts.threads(pid));
        }
        double megabytes = megabytes(lab.pids()) / lab.pids().size();
        say("%.1f packets/s, %d threads, %.0f MB", packets, threads, megabytes);
        return new Cost(packets, threads, megabytes);
    }

    private static double megabytes(List<Long> pids) throws IOException {
        double sum = 0;
        for (long pid : pids) {
            sum += ProcessCosts.megabytes(pid);
        }
        return sum;
    }

    private List<Double> resignations(ContenderLab lab) {
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < size.resignations(); i++) {
            ProcessLab.let(size.rest());
            String leader = lab.leader();
            long start = System.nanoTime();
            lab.process(leader).say("resign");
            millis.add(took("resign", awaitActs(lab, leader, start) - start));
            if (isSlow(millis.get(i))) {
                break;
            }
        }
        return millis;
    }

    private List<Double> pauses(ContenderLab lab) {
        List<Double> millis = new ArrayList<>();
        if (contender.takeover().compareTo(size.tooSlow()) >= 0) {
            return millis;
        }
        for (int i = 0; i < size.pauses(); i++) {
            ProcessLab.let(SETTLING);
            String leader = lab.leader();
            long start = System.nanoTime();
            lab.process(leader).pause();
            long unused = awaitActs(lab, leader, start);
            long resumed = System.nanoTime();
            lab.process(leader).resume();
            millis.add(took("two believers", (long) (lab.believes(leader, resumed, MAX_BELIEF) * 1e6)));
        }
        return millis;
    }

    private List<Double> kills(ContenderLab lab) throws IOException {
        List<Double> millis = new ArrayList<>();
        ProcessLab.let(SETTLING);
        for (int i = 0; i < size.kills(); i++) {
            String leader = lab.leader();
            long start = System.nanoTime();
            lab.process(leader).kill();
            millis.add(took("kill -9", awaitActs(lab, leader, start) - start));
            if (i + 1 == size.kills() || isSlow(millis.get(i))) {
                break;
            }
            lab.restart(leader);
            settleAfterStart();
        }
        return millis;
    }

    private boolean isSlow(double millis) {
        return millis > size.slow().toMillis();
    }

    private double took(String what, long nanos) {
        say("%s: %.1f ms", what, nanos / 1e6);
        return nanos / 1e6;
    }

    /** With the contender, as others are under way. */
    private void say(String format, Object... arguments) {
        options.say("  " + contender.label() + ": " + String.format(Locale.ROOT, format, arguments));
    }
}
