// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Baton's electors beside what else one could elect a leader with, in one run on one machine. */
final class PeersSuite implements Benchmark {
    /** A system property: only contenders that have this in their name or setting are measured. */
    private static final String ONLY = "peers.only";

    @Override
    public String name() {
        return "peers";
    }

    @Override
    public String description() {
        return "Baton beside Curator, etcd, Spring Integration, ShedLock, Quartz and JGroups: kills, resigning, pauses, packets,"
                + " threads, memory";
    }

    @Override
    public Result run(Options options) throws IOException {
        List<Path> jars = jars();
        Path folder = Files.createTempDirectory(
                Files.createDirectories(Path.of("target").toAbsolutePath()), "peers-");
        ContenderBackends backends = new ContenderBackends(jars);
        String peers = jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        long started = System.nanoTime();
        ContenderRun.Size size = ContenderRun.Size.of(options.effort());
        Turn turn = new Turn();
        List<ContenderFigures> measured = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        ExecutorService lanes = Executors.newFixedThreadPool(size.lanes());
        try {
            Map<Contender, Future<ContenderFigures>> underWay = new HashMap<>();
            for (Contender contender : slowestFirst()) {
                if (!contender.label().contains(System.getProperty(ONLY, ""))) {
                    missing.add(contender.label() + ": left out by " + ONLY);
                } else if (contender.backend() == Contender.Kind.ETCD && !EtcdServers.isInstalled()) {
                    missing.add(contender.label() + ": there is no etcd; install Debian's etcd-server");
                } else {
                    String classPath = contender.isBaton() ? System.getProperty("java.class.path") : peers;
                    underWay.put(
                            contender,
                            lanes.submit(() -> new ContenderRun(contender, size, turn, options)
                                    .measure(backends, classPath, folder)));
                }
            }
            for (Contender contender : Contenders.ALL) {
                Future<ContenderFigures> figures = underWay.get(contender);
                try {
                    if (figures != null) {
                        measured.add(figures.get());
                    }
                } catch (ExecutionException failed) {
                    // One that fails is told of, and does not keep the others from being measured.
                    options.say("  " + contender.label() + ": failed: " + failed.getCause());
                    missing.add(contender.label() + ": failed");
                }
            }
        } catch (InterruptedException told) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", told);
        } finally {
            lanes.shutdownNow();
        }
        String table =
                new PeersTable(measured, missing, Load.now(), Duration.ofNanos(System.nanoTime() - started)).markdown();
        options.say(table);
        return new Result(
                measured.stream().flatMap(it -> it.figures().stream()).toList(),
                Map.of("peers.md", table, "peers.svg", new PeersPlot(measured).svg()));
    }

    /** What waits longest begins first, so that its waits pass while others have the machine. */
    private static List<Contender> slowestFirst() {
        return Contenders.ALL.stream()
                .sorted(Comparator.comparing(Contender::takeover).reversed())
                .toList();
    }

    /** What the build of the module beside this one has put together. */
    static List<Path> jars() throws IOException {
        List<Path> all = new ArrayList<>();
        for (String place : List.of("peers/target", "peers/target/lib")) {
            try (Stream<Path> files = Files.list(Path.of(place).toAbsolutePath())) {
                files.filter(it -> it.toString().endsWith(".jar")).sorted().forEach(all::add);
            }
        }
        return all;
    }
}
