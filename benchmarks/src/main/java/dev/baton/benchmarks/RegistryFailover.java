// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.registry.RegistryLab;
import dev.baton.registry.RegistrySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * How long an election in the registry is without a leader. Three voters, each a JVM of its own, over TCP with a key;
 * the leader is killed or asked to resign, again and again, and started again. The histories of all processes are
 * checked at the end.
 */
final class RegistryFailover implements Benchmark {
    private static final int VOTERS = 3;
    private static final int TAKEOVER_DELAY_MILLIS = 50;
    /** Until the standbys are connected to the leader's port, which they are told of when they first hear of it. */
    private static final Duration SETTLED = Duration.ofSeconds(1);

    @Override
    public String name() {
        return "registry-failover";
    }

    @Override
    public String description() {
        return "kill -9 and resignation of the leader among three JVMs in the registry (own runs)";
    }

    @Override
    public Result run(Options options) throws IOException, InterruptedException {
        int rounds = options.quick() ? 4 : 20;
        List<Figure> figures = new ArrayList<>();
        try (RegistryLab lab = new RegistryLab(Files.createTempDirectory("registry"), VOTERS, TAKEOVER_DELAY_MILLIS)) {
            figures.addAll(series("kill -9 to acting", rounds, options, lab, leader -> {
                long epoch = lab.epoch(leader);
                lab.process(leader).kill();
                String next = lab.awaitLeaderAbove(epoch);
                lab.start(leader);
                lab.process(leader).await("ready", RegistryLab.PATIENCE);
                // A voter that has just started abstains for a lease; until then the other two would not be enough.
                RegistryLab.let(RegistrySettings.TERMS.lease().plusSeconds(1));
                return next;
            }));
            figures.addAll(series("resign to acting", rounds, options, lab, leader -> {
                long epoch = lab.epoch(leader);
                lab.process(leader).say("resign");
                return lab.awaitLeaderAbove(epoch);
            }));
            lab.checkHistories();
        }
        return new Result(figures);
    }

    /** @param fault something done to a leader, which makes another one */
    private static List<Figure> series(
            String what, int rounds, Options options, RegistryLab lab, UnaryOperator<String> fault)
            throws InterruptedException {
        return Spread.ofRounds(what, 1, rounds, options, () -> {
                    String leader = lab.awaitLeader();
                    lab.awaitAgreementOn(leader);
                    RegistryLab.let(SETTLED);
                    long began = System.nanoTime();
                    return (lab.actingAt(fault.apply(leader)) - began) / 1e6;
                })
                .figures();
    }
}
