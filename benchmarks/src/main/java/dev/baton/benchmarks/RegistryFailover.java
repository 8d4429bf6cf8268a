// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.registry.RegistrySettings;
import dev.baton.testkit.Eventually;
import dev.baton.testkit.lab.LabProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/** How long a registry of three processes has no leader, after one was killed and after one resigned. */
final class RegistryFailover implements Benchmark {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Override
    public String name() {
        return "registry-failover";
    }

    @Override
    public String description() {
        return "kill -9 and resignation of a registry leader to the next one acting, takeover delay "
                + RegistryProcess.TAKEOVER_DELAY.toMillis() + " ms";
    }

    @Override
    public Result run(Options options) throws Exception {
        int rounds = options.quick() ? 5 : 25;
        List<Long> kills = new ArrayList<>();
        List<Long> resignations = new ArrayList<>();
        try (Trio trio = new Trio()) {
            for (int i = 0; i < rounds; i++) {
                resignations.add(trio.resign());
                kills.add(trio.kill());
                options.progress().println("killed: " + kills.get(i) + " ms, resigned: " + resignations.get(i) + " ms");
            }
        }
        return new Result(List.of(
                Figure.of("kill -9, median", median(kills), "ms"),
                Figure.of("kill -9, worst", Collections.max(kills), "ms"),
                Figure.of("resign, median", median(resignations), "ms"),
                Figure.of("resign, worst", Collections.max(resignations), "ms"),
                Figure.of("rounds", rounds, "rounds")));
    }

    private static double median(List<Long> values) {
        List<Long> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException problem) {
            throw new java.io.UncheckedIOException(problem);
        }
    }

    /** Three processes of one registry. */
    private static final class Trio implements AutoCloseable {
        private final Path folder = Files.createTempDirectory("baton-registry-failover");
        private final Map<String, Integer> ports = new TreeMap<>();
        private final Map<String, LabProcess> processes = new TreeMap<>();
        private int starts;

        Trio() throws IOException {
            for (String id : List.of("n1", "n2", "n3")) {
                ports.put(id, freePort());
            }
            ports.keySet().forEach(this::start);
            processes.values().forEach(process -> process.await("ready", PATIENCE));
        }

        private void start(String id) {
            String hosts = String.join(
                    ",",
                    ports.values().stream().map(port -> "127.0.0.1:" + port).toList());
            processes.put(
                    id,
                    LabProcess.start(
                            id,
                            RegistryProcess.class,
                            List.of("-Xmx96m", "-XX:TieredStopAtLevel=1"),
                            List.of(id, String.valueOf(ports.get(id)), hosts, folder.toString()),
                            folder.resolve(id + "-" + starts++ + ".err")));
        }

        private LabProcess process(String id) {
            return Objects.requireNonNull(processes.get(id), id);
        }

        private record Elected(String id, long epoch, long at) {}

        private Optional<Elected> latest() {
            return processes.entrySet().stream()
                    .flatMap(entry -> entry.getValue().last("elected").stream()
                            .map(line -> line.split(" "))
                            .map(words ->
                                    new Elected(entry.getKey(), Long.parseLong(words[1]), Long.parseLong(words[2]))))
                    .max(java.util.Comparator.comparingLong(Elected::epoch));
        }

        private Elected awaitAfter(long epoch) {
            Eventually.eventually(
                    "a leader after epoch " + epoch,
                    PATIENCE,
                    () -> latest().filter(elected -> elected.epoch() > epoch).isPresent(),
                    processes::keySet);
            return latest().orElseThrow();
        }

        /** All three are there and see the leader. */
        private Elected awaitQuiet() {
            Elected leader = awaitAfter(0);
            String question = "sees " + leader.epoch();
            processes.forEach((id, process) -> Eventually.eventually(
                    id + " " + question,
                    PATIENCE,
                    () -> {
                        process.say(question);
                        return process.last(question + " ")
                                .filter(line -> line.endsWith("true"))
                                .isPresent();
                    },
                    process::lines));
            return leader;
        }

        long kill() {
            Elected leader = awaitQuiet();
            LabProcess victim = process(leader.id());
            long at = System.currentTimeMillis();
            victim.kill();
            long took = awaitAfter(leader.epoch()).at() - at;
            start(leader.id());
            process(leader.id()).await("ready", PATIENCE);
            // A voter that has just started abstains for a lease; what is measured is a cluster at rest.
            LockSupport.parkNanos(RegistrySettings.TERMS.lease().plusMillis(500).toNanos());
            return took;
        }

        long resign() {
            Elected leader = awaitQuiet();
            process(leader.id()).say("resign");
            Elected next = awaitAfter(leader.epoch());
            String said = process(leader.id()).last("resigning").orElseThrow();
            return next.at() - Long.parseLong(said.split(" ")[1]);
        }

        @Override
        public void close() {
            processes.values().forEach(LabProcess::close);
        }
    }
}
