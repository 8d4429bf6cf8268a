// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.testkit.Eventually.eventually;

import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.spi.Lanes;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.contract.TestContext;
import dev.baton.testkit.lab.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;

/** Many nodes in one process that all join at the same time, and then half of which leave at the same time. */
public final class RegistryStorm {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final LeaseTerms TERMS = RegistrySettings.TERMS;

    private RegistryStorm() {}

    /** How long it took until all that were to be there had all of them, and nobody else, in sight. */
    public record Times(Duration joined, Duration left) {}

    public static Times run(Path folder, int nodes) {
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            ports.add(FreePorts.take());
        }
        List<String> hosts =
                ports.subList(0, 3).stream().map(port -> "127.0.0.1:" + port).toList();
        Lanes lanes = new ThreadLanes("storm", 4, (what, cause) -> {
            throw new AssertionError(what, cause);
        });
        List<RegistryElector> all = new ArrayList<>();
        try {
            long began = System.nanoTime();
            all.addAll(together(
                    nodes,
                    i -> RegistryElector.with(RegistryConfiguration.of("storm", folder.resolve("n" + i + ".state"))
                                    .settings(RegistrySettings.majorityOf(3)
                                            .withTerms(TERMS)
                                            .withVoter(i < 3))
                                    .bind("127.0.0.1", ports.get(i))
                                    .hosts(hosts)
                                    .build())
                            .start(TestContext.of("n" + i, lanes))));
            awaitOnly(all);
            Duration joined = Duration.ofNanos(System.nanoTime() - began);
            List<RegistryElector> leaving = List.copyOf(all.subList(nodes / 2, nodes));
            began = System.nanoTime();
            together(leaving.size(), i -> {
                leaving.get(i).close();
                return i;
            });
            all.removeAll(leaving);
            awaitOnly(all);
            return new Times(joined, Duration.ofNanos(System.nanoTime() - began));
        } finally {
            together(all.size(), i -> {
                all.get(i).close();
                return i;
            });
            lanes.close();
        }
    }

    private static void awaitOnly(List<RegistryElector> expected) {
        eventually(
                "all see " + expected.size(),
                PATIENCE,
                () -> expected.stream().allMatch(each -> each.members().size() == expected.size()),
                () -> expected.stream().map(each -> each.members().size()).toList());
    }

    private static <T> List<T> together(int count, IntFunction<T> task) {
        ExecutorService threads = Executors.newFixedThreadPool(Math.max(1, count));
        try {
            List<CompletableFuture<T>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                running.add(CompletableFuture.supplyAsync(() -> task.apply(number), threads));
            }
            return running.stream().map(CompletableFuture::join).toList();
        } finally {
            threads.shutdown();
        }
    }
}
