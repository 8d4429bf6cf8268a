// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.bully.BullyLab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How long a bully cluster of three processes, with a heartbeat of 200 ms, is without a leader. */
final class BullyFailover implements Benchmark {
    private static final String HEARTBEAT_MILLIS = "200";
    /** Each of three nodes has handed over once, and taken over once. */
    private static final int WARM_UP = 4;

    private static final String[] NODES = {"node1", "node2", "node3"};

    @Override
    public String name() {
        return "bully-failover";
    }

    @Override
    public String description() {
        return "bully, heartbeat 200 ms: from kill -9 and from resigning until the next leader acts";
    }

    @Override
    public Result run(Options options) throws IOException {
        int rounds = switch (options.effort()) {
            case TINY -> 1;
            case QUICK -> 5;
            case FULL -> 20;
        };
        List<Figure> figures = new ArrayList<>();
        Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
        System.setProperty("baton.heartbeat", HEARTBEAT_MILLIS);
        try (BullyLab lab = new BullyLab(Files.createTempDirectory(target, "bully-")).with(NODES)) {
            figures.addAll(kills(lab, rounds, options).figures());
            figures.addAll(resignations(lab, rounds, options).figures());
            lab.checkHistories();
        }
        return new Result(figures);
    }

    private static Spread kills(BullyLab lab, int rounds, Options options) {
        Spread millis = new Spread("bully: kill -9 to acting", "ms");
        for (int i = 1; i <= rounds; i++) {
            String leader = lab.awaitLeader();
            lab.awaitAgreementOn(leader);
            // Where a node has just come back, what is measured is how long its former process's promises last.
            lab.awaitFullVotes();
            long start = System.nanoTime();
            lab.process(leader).kill();
            String next = lab.awaitLeaderOtherThan(leader);
            double took = (lab.actingAt(next) - start) / 1e6;
            options.say(String.format(Locale.ROOT, "kill %d of %d: %.1f ms", i, rounds, took));
            millis.add(took);
            lab.start(leader);
            lab.with();
        }
        return millis;
    }

    private static Spread resignations(BullyLab lab, int rounds, Options options) {
        Spread millis = new Spread("bully: resign to acting", "ms");
        for (int i = 1; i <= WARM_UP; i++) {
            options.say(String.format(Locale.ROOT, "resignation, not counted: %.1f ms", resignation(lab)));
        }
        for (int i = 1; i <= rounds; i++) {
            double took = resignation(lab);
            options.say(String.format(Locale.ROOT, "resignation %d of %d: %.1f ms", i, rounds, took));
            millis.add(took);
        }
        return millis;
    }

    private static double resignation(BullyLab lab) {
        // Where all have just resigned, what is measured is how long they rest.
        lab.awaitRest();
        String leader = lab.awaitLeader();
        lab.awaitAgreementOn(leader);
        long start = System.nanoTime();
        lab.resign(leader);
        String next = lab.awaitLeaderOtherThan(leader);
        return (lab.actingAt(next) - start) / 1e6;
    }
}
