// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.Baton;
import dev.baton.candidate.Candidate;
import dev.baton.core.Leader;
import dev.baton.registry.RegistryConfiguration;
import dev.baton.registry.RegistrySettings;
import dev.baton.testkit.Eventually;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Fifty nodes in one process: three voters stand, the rest join at once and leave at once. */
final class RegistryStorm implements Benchmark {
    private static final int VOTERS = 3;
    private static final int FIRST_PORT = 21_000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Override
    public String name() {
        return "registry-storm";
    }

    @Override
    public String description() {
        return "50 registry nodes in one process join, agree on a leader, and leave";
    }

    @Override
    public Result run(Options options) throws Exception {
        int nodes = options.quick() ? 15 : 50;
        Path folder = Files.createTempDirectory("baton-registry-storm");
        List<Integer> ports = freePorts(nodes);
        List<String> hosts =
                ports.stream().limit(VOTERS).map(port -> "127.0.0.1:" + port).toList();
        List<Baton> batons = Collections.synchronizedList(new ArrayList<>());
        List<Candidate> candidates = Collections.synchronizedList(new ArrayList<>());
        ExecutorService threads = Executors.newFixedThreadPool(nodes);
        try {
            for (int i = 0; i < VOTERS; i++) {
                start("voter-" + i, ports.get(i), hosts, folder, true, batons, candidates);
            }
            await("the voters have a leader", candidates, VOTERS);
            long began = System.nanoTime();
            for (int i = VOTERS; i < nodes; i++) {
                String id = "guest-" + i;
                int port = ports.get(i);
                CompletableFuture<Void> unused = CompletableFuture.runAsync(
                        () -> start(id, port, hosts, folder, false, batons, candidates), threads);
            }
            await("all agree", candidates, nodes);
            double joined = (System.nanoTime() - began) / 1e9;
            options.progress().println(nodes + " joined in " + joined + " s");
            List<Baton> guests = List.copyOf(batons.subList(VOTERS, nodes));
            List<Candidate> rest = List.copyOf(candidates.subList(0, VOTERS));
            began = System.nanoTime();
            CompletableFuture.allOf(guests.stream()
                            .map(guest -> CompletableFuture.runAsync(guest::close, threads))
                            .toArray(CompletableFuture<?>[]::new))
                    .join();
            await("the rest agrees", rest, VOTERS);
            double left = (System.nanoTime() - began) / 1e9;
            return new Result(List.of(
                    Figure.of("join storm until all agree", joined, "s"),
                    Figure.of("leave storm until the rest agrees", left, "s"),
                    Figure.of("nodes", nodes, "nodes")));
        } finally {
            List.copyOf(batons).forEach(Baton::close);
            threads.shutdownNow();
        }
    }

    /** Different ports, each with a free one beside it for JGroups' failure detection. */
    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> open = new ArrayList<>();
        try {
            for (int port = FIRST_PORT; open.size() < count; port++) {
                try {
                    open.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
                } catch (BindException taken) {
                    // The next one, then.
                }
            }
            return open.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : open) {
                socket.close();
            }
        }
    }

    private static void start(
            String id,
            int port,
            List<String> hosts,
            Path folder,
            boolean voter,
            List<Baton> batons,
            List<Candidate> candidates) {
        RegistryConfiguration configuration = RegistryConfiguration.of(id, "storm")
                .settings(RegistrySettings.majorityOf(VOTERS).withVoter(voter))
                .bind("127.0.0.1", port)
                .hosts(hosts)
                .stateFile(folder.resolve(id + ".state"))
                .build();
        Baton baton = Baton.node(id).start(configuration.elector());
        batons.add(baton);
        candidates.add(baton.stand("coordinator").start());
    }

    /** So many candidates know the same leader, and it leads. */
    private static void await(String fact, List<Candidate> candidates, int count) {
        Eventually.eventually(
                fact,
                PATIENCE,
                () -> {
                    List<Candidate> known = List.copyOf(candidates);
                    List<Leader> leaders = known.stream()
                            .flatMap(candidate -> candidate.leader().stream())
                            .toList();
                    return known.size() == count
                            && leaders.size() == count
                            && leaders.stream().distinct().count() == 1
                            && (known.stream().anyMatch(Candidate::isLeader) || count == VOTERS);
                },
                candidates::size);
    }
}
