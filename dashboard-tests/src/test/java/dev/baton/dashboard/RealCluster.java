// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import static dev.baton.testkit.Eventually.eventually;

import dev.baton.admin.AdminClient;
import dev.baton.admin.ClusterView;
import dev.baton.admin.ElectionView;
import dev.baton.admin.LeaderView;
import dev.baton.server.NodeProcess;
import dev.baton.testkit.lab.LabProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.h2.tools.Server;

/** Three nodes in three processes, on a database in this one. */
final class RealCluster implements AutoCloseable {
    static final String READ_TOKEN = "read-" + UUID.randomUUID();
    static final String OPERATE_TOKEN = "operate-" + UUID.randomUUID();

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private final AdminClient client =
            new AdminClient(Optional.of(() -> READ_TOKEN), Duration.ofSeconds(2), Optional.empty());
    private final Path folder;
    private final Server database;
    private final Map<String, LabProcess> processes = new LinkedHashMap<>();
    private final Map<String, String> addresses = new LinkedHashMap<>();

    private RealCluster(Path folder, Server database) {
        this.folder = folder;
        this.database = database;
    }

    static RealCluster start(Path folder, String... ids) {
        try {
            Server database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", folder.toString())
                    .start();
            RealCluster cluster = new RealCluster(folder, database);
            List.of(ids).forEach(cluster::launch);
            List.of(ids).forEach(cluster::awaitAddress);
            return cluster;
        } catch (SQLException problem) {
            throw new IllegalStateException(problem);
        }
    }

    private void launch(String id) {
        String clusterToken = "cluster-" + folder.getFileName() + "-secret";
        String configuration = """
                node:
                  id: %s
                  cluster: orders
                  zone: %s
                elector:
                  type: sql
                  sql:
                    url: jdbc:h2:tcp://127.0.0.1:%d/mem:dashboard;DB_CLOSE_DELAY=-1
                    user: sa
                    lease: 10s
                    peer: {enabled: true}
                elections:
                  - name: coordinator
                  - name: nightly
                admin:
                  port: 0
                  port_file: %s
                  cluster_token: %s
                  tokens:
                    - {name: reader, role: read, token: %s}
                    - {name: operator, role: operate, token: %s}
                """.formatted(
                        id, "zone-" + id, database.getPort(), portFile(id), clusterToken, READ_TOKEN, OPERATE_TOKEN);
        try {
            Path file = Files.writeString(folder.resolve(id + ".yml"), configuration);
            processes.put(
                    id,
                    LabProcess.start(
                            id,
                            NodeProcess.class,
                            List.of("-Xmx192m", "-XX:TieredStopAtLevel=1", "-Xshare:auto"),
                            List.of("-c", file.toString()),
                            folder.resolve(id + ".log")));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private Path portFile(String id) {
        return folder.resolve(id + ".port");
    }

    private void awaitAddress(String id) {
        eventually(
                id + " listens",
                START_LIMIT,
                () -> !content(portFile(id)).isEmpty() || !processes.get(id).isAlive(),
                () -> content(folder.resolve(id + ".log")));
        addresses.put(id, "http://127.0.0.1:" + content(portFile(id)));
    }

    private static String content(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file).strip() : "";
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    String address(String id) {
        return addresses.get(id);
    }

    /** Waits until every node answers, and the election has a leader; answers its id. */
    String awaitLeader(String election) {
        AtomicReference<String> found = new AtomicReference<>("");
        eventually(
                "all nodes answer and " + election + " is led",
                START_LIMIT,
                () -> {
                    found.set(leader(election));
                    return !found.get().isEmpty()
                            && addresses.keySet().stream()
                                    .allMatch(id -> read(id, "cluster", ClusterView.class)
                                                    .nodes()
                                                    .size()
                                            == addresses.size());
                },
                () -> addresses.keySet().stream()
                        .map(id -> read(id, "cluster", ClusterView.class))
                        .toList());
        return found.get();
    }

    private String leader(String election) {
        return read(addresses.keySet().iterator().next(), "cluster", ClusterView.class).elections().stream()
                .filter(it -> it.name().equals(election))
                .map(ElectionView::leader)
                .filter(Objects::nonNull)
                .map(LeaderView::node)
                .findFirst()
                .orElse("");
    }

    String anotherThan(String id) {
        return addresses.keySet().stream()
                .filter(other -> !other.equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** What the node answers to {@code GET /api/v1/path}. */
    <T> T read(String id, String path, Class<T> type) {
        try {
            return client.get(address(id), "/api/v1/" + path, PATIENCE).join().as(type);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    HttpResponse<String> get(String id, String path) {
        try {
            return http.send(
                    HttpRequest.newBuilder(URI.create(address(id) + path))
                            .timeout(PATIENCE)
                            .header("Authorization", "Bearer " + READ_TOKEN)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** SIGKILL. */
    void kill(String id) {
        processes.get(id).kill();
    }

    @Override
    public void close() {
        processes.values().forEach(LabProcess::close);
        database.stop();
    }
}
