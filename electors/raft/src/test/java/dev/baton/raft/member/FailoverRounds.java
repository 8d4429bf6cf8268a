// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.UnavailableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures, by hand: {@code kill -9} of the leader until the next entry is acknowledged to a client. Arguments: rounds,
 * and milliseconds before each kill.
 */
final class FailoverRounds {
    private FailoverRounds() {}

    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        // A process that has just been started again has not rehearsed its lead yet.
        Duration settle = Duration.ofMillis(Long.parseLong(args[1]));
        List<Long> acknowledged = new ArrayList<>();
        Path folder = Files.createTempDirectory("failover");
        try (GroupLab lab = new GroupLab(folder, 3).startAll()) {
            lab.awaitLeader();
            for (int i = 0; i < rounds; i++) {
                lab.awaitAgreement();
                for (int j = 0; j < 20; j++) {
                    lab.call("add:" + i + "-" + j, Duration.ofSeconds(30));
                }
                LockSupport.parkNanos(settle.toNanos());
                String former = lab.awaitLeader();
                long from = System.nanoTime();
                lab.process(former).kill();
                add(lab, "after " + i);
                acknowledged.add((System.nanoTime() - from) / 1_000_000);
                lab.awaitLeaderOtherThan(former);
                System.out.println("round " + i + ": " + acknowledged.get(i) + " ms");
                lab.start(former);
            }
            lab.awaitAgreement();
            lab.awaitEqualHashes();
        }
        acknowledged.sort(null);
        System.out.println("acknowledged: median " + acknowledged.get(rounds / 2) + " of " + acknowledged);
    }

    private static void add(GroupLab lab, String text) {
        while (true) {
            try {
                lab.client()
                        .call(RecordsPart.NAME, RecordsPart.bytes("add:" + text), Duration.ofSeconds(10))
                        .join();
                return;
            } catch (CompletionException again) {
                if (again.getCause() instanceof UnavailableException) {
                    throw again;
                }
            }
        }
    }
}
