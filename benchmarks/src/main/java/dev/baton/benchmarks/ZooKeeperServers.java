// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.testkit.Eventually;
import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.LabProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Three processes of ZooKeeper. */
final class ZooKeeperServers implements ContenderBackend {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> JVM =
            List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dzookeeper.admin.enableServer=false");

    private final List<Integer> ports = new ArrayList<>();
    private final List<LabProcess> processes = new ArrayList<>();

    /** @param tick in milliseconds; a session lasts at least two of them, and at most twenty */
    static ZooKeeperServers start(Path folder, String classPath, int tick) throws IOException {
        ZooKeeperServers servers = new ZooKeeperServers();
        try {
            servers.startAll(folder, classPath, tick);
            return servers;
        } catch (IOException | AssertionError failed) {
            servers.close();
            throw failed;
        }
    }

    private void startAll(Path folder, String classPath, int tick) throws IOException {
        StringBuilder ensemble = new StringBuilder();
        for (int i = 1; i <= 3; i++) {
            ports.add(FreePorts.take());
            ensemble.append("server.%d=127.0.0.1:%d:%d%n".formatted(i, FreePorts.take(), FreePorts.take()));
        }
        for (int i = 1; i <= 3; i++) {
            Path data = Files.createDirectories(folder.resolve("zookeeper-" + i));
            Files.writeString(data.resolve("myid"), Integer.toString(i));
            Path configuration = Files.writeString(
                    folder.resolve("zookeeper-" + i + ".cfg"),
                    "tickTime=%d%ninitLimit=40%nsyncLimit=20%ndataDir=%s%nclientPort=%d%nclientPortAddress=127.0.0.1%n4lw.commands.whitelist=srvr%n%s"
                            .formatted(tick, data, ports.get(i - 1), ensemble));
            processes.add(LabProcess.startOn(
                    classPath,
                    "zookeeper-" + i,
                    "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                    JVM,
                    List.of(configuration.toString()),
                    folder.resolve("zookeeper-" + i + ".log")));
        }
        Eventually.eventually(
                "ZooKeeper serves", PATIENCE, () -> ports.stream().allMatch(ZooKeeperServers::serves), () -> folder);
    }

    private static boolean serves(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).contains("Mode:");
        } catch (IOException notYet) {
            return false;
        }
    }

    @Override
    public Map<String, String> arguments() {
        return Map.of("servers", ports.stream().map(it -> "127.0.0.1:" + it).collect(Collectors.joining(",")));
    }

    @Override
    public List<Long> pids() {
        return processes.stream().map(LabProcess::pid).toList();
    }

    @Override
    public void close() {
        processes.forEach(LabProcess::close);
    }
}
