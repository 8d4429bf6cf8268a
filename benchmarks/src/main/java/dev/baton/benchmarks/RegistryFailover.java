// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.registry.RegistryLab;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How long an election in the registry is without a leader. Three voters, each a JVM of its own, over TCP with a key;
 * the leader is killed or asked to resign, again and again, and started again. The histories of all processes are
 * checked at the end.
 */
final class RegistryFailover implements Benchmark {
    private static final int VOTERS = 3;
    private static final int TAKEOVER_DELAY_MILLIS = 50;

    @Override
    public String name() {
        return "registry-failover";
    }

    @Override
    public String description() {
        return "kill -9 and resignation of the leader among three JVMs in the registry (own runs)";
    }

    @Override
    public Result run(Options options) throws IOException {
        int rounds = options.quick() ? 4 : 20;
        List<Figure> figures = new ArrayList<>();
        try (RegistryLab lab = new RegistryLab(Files.createTempDirectory("registry"), VOTERS, TAKEOVER_DELAY_MILLIS)) {
            figures.addAll(series("kill -9 to elected", rounds, options, lab, leader -> {
                lab.process(leader).kill();
                String next = lab.awaitLeaderOtherThan(leader);
                lab.start(leader);
                lab.process(leader).await("ready", RegistryLab.PATIENCE);
                return next;
            }));
            figures.addAll(series("resign to elected", rounds, options, lab, leader -> {
                lab.process(leader).say("resign");
                return lab.awaitLeaderOtherThan(leader);
            }));
            lab.checkHistories();
        }
        return new Result(figures);
    }

    /** Something done to a leader, which makes another one. */
    @FunctionalInterface
    private interface Blow {
        String to(String leader);
    }

    private static List<Figure> series(String what, int rounds, Options options, RegistryLab lab, Blow blow) {
        Spread millis = new Spread(what, "ms");
        for (int round = 0; round <= rounds; round++) {
            String leader = lab.awaitLeader();
            lab.awaitAgreementOn(leader);
            long began = System.currentTimeMillis();
            double took = lab.electedAt(blow.to(leader)) - began;
            options.say(String.format(Locale.ROOT, "%s, round %d of %d: %.0f ms", what, round, rounds, took));
            if (round > 0) {
                millis.add(took);
            }
        }
        return millis.figures();
    }
}
