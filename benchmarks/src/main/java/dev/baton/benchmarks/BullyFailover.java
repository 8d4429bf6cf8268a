// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.bully.BullyLab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
    public Result run(Options options) throws IOException, InterruptedException {
        int rounds = switch (options.effort()) {
            case TINY -> 1;
            case QUICK -> 5;
            case FULL -> 20;
        };
        List<Figure> figures = new ArrayList<>();
        Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
        System.setProperty("baton.heartbeat", HEARTBEAT_MILLIS);
        try (BullyLab lab = new BullyLab(Files.createTempDirectory(target, "bully-")).with(NODES)) {
            figures.addAll(Spread.ofRounds("bully: kill -9 to acting", 0, rounds, options, () -> kill(lab))
                    .figures());
            figures.addAll(Spread.ofRounds("bully: resign to acting", WARM_UP, rounds, options, () -> resignation(lab))
                    .figures());
            lab.checkHistories();
        }
        return new Result(figures);
    }

    private static double kill(BullyLab lab) {
        String leader = lab.awaitLeader();
        lab.awaitAgreementOn(leader);
        // Where a node has just come back, what is measured is how long its former process's promises last.
        lab.awaitFullVotes();
        long start = System.nanoTime();
        lab.process(leader).kill();
        String next = lab.awaitLeaderOtherThan(leader);
        double took = (lab.actingAt(next) - start) / 1e6;
        lab.start(leader);
        lab.with();
        return took;
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
