// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.raft.lab.RaftLab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** How long an election on a Raft group of three processes is without a leader. */
final class RaftFailover implements Benchmark {
    private static final Duration LEASE = Duration.ofSeconds(10);
    /** Every node has handed over once, and taken over once. */
    private static final int WARM_UP = 4;

    private static final Duration REST = Duration.ofMillis(600);

    @Override
    public String name() {
        return "raft-failover";
    }

    @Override
    public String description() {
        return "raft, lease 10 s, peer channel: from kill -9 of a holder that leads the group or follows in it, and from"
                + " resigning, until the next leader acts";
    }

    @Override
    public Result run(Options options) throws IOException, InterruptedException {
        int rounds = switch (options.effort()) {
            case TINY -> 1;
            case QUICK -> 5;
            case FULL -> 20;
        };
        return run(rounds, options);
    }

    /** So many of each. */
    Result run(int rounds, Options options) throws IOException, InterruptedException {
        List<Figure> figures = new ArrayList<>();
        Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
        try (RaftLab lab = new RaftLab(Files.createTempDirectory(target, "raft-"), 3, LEASE).startAll()) {
            lab.awaitReady();
            figures.addAll(Spread.ofRounds("raft: resign to acting", WARM_UP, rounds, options, () -> resignation(lab))
                    .figures());
            figures.addAll(kills(lab, "that follows", rounds, options, leader -> other(lab, leader))
                    .figures());
            figures.addAll(kills(lab, "that leads the group", rounds, options, leader -> leader)
                    .figures());
            lab.checkHistories();
        }
        return new Result(figures);
    }

    private static String other(RaftLab lab, String leader) {
        return lab.living().stream()
                .filter(id -> !id.equals(leader))
                .findFirst()
                .orElseThrow();
    }

    /** @param holder which node is to hold the election, given the one that leads the group */
    private static Spread kills(RaftLab lab, String which, int rounds, Options options, UnaryOperator<String> holder)
            throws InterruptedException {
        return Spread.ofRounds("raft: kill -9 of a holder " + which + " to acting", 0, rounds, options, () -> {
            String killed = holder.apply(lab.awaitGroupLeader());
            lab.lead(killed);
            RaftLab.let(REST);
            long start = System.nanoTime();
            lab.process(killed).kill();
            String next = lab.awaitLeaderOtherThan(killed);
            double took = (lab.actingAt(next) - start) / 1e6;
            lab.restore();
            return took;
        });
    }

    private static double resignation(RaftLab lab) {
        // Where all have just resigned, what is measured is how long they rest.
        RaftLab.let(REST);
        String leader = lab.awaitAgreement();
        long start = System.nanoTime();
        lab.process(leader).say("resign");
        String next = lab.awaitLeaderOtherThan(leader);
        return (lab.actingAt(next) - start) / 1e6;
    }
}
