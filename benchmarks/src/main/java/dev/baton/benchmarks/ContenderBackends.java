// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.sql.Servers;
import dev.baton.sql.SqlSchema;
import dev.baton.sql.TableNames;
import dev.baton.sql.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Starts what candidates need, empty. */
final class ContenderBackends {
    private static final List<String> SCRIPTS = List.of(
            "org/springframework/integration/jdbc/schema-postgresql.sql",
            "org/quartz/impl/jdbcjobstore/tables_postgres.sql");
    private static final String SHEDLOCK = "CREATE TABLE shedlock (name VARCHAR(64) PRIMARY KEY,"
            + " lock_until TIMESTAMP NOT NULL, locked_at TIMESTAMP NOT NULL, locked_by VARCHAR(255) NOT NULL)";

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final List<Path> jars;

    /** @param jars the class path of the candidates of other libraries */
    ContenderBackends(List<Path> jars) {
        this.jars = jars;
    }

    ContenderBackend start(Contender contender, Path folder, String classPath) throws IOException {
        return switch (contender.backend()) {
            case NOTHING -> new Without(Map.of());
            case POSTGRES -> postgres(folder);
            case ZOOKEEPER ->
                ZooKeeperServers.start(
                        folder,
                        classPath,
                        Integer.parseInt(contender.arguments().getOrDefault("tick", "2000")));
            case ETCD -> etcd(folder);
        };
    }

    /** One server for all, and a database for each, so that two do not hear of each other. */
    private ContenderBackend postgres(Path folder) throws IOException {
        TestDatabase server = Servers.postgres();
        String name = "contender_" + DATABASES.incrementAndGet();
        server.run("CREATE DATABASE " + name);
        String url = server.url().substring(0, server.url().lastIndexOf('/') + 1) + name;
        TestDatabase database = new TestDatabase(url, server.user(), server.password());
        database.run(SHEDLOCK);
        new SqlSchema(database.database(), TableNames.DEFAULT).create();
        for (String script : SCRIPTS) {
            database.run(read(script));
        }
        Path password = Files.writeString(folder.resolve("password"), database.password());
        return new Without(Map.of("url", url, "user", database.user(), "passwordFile", password.toString()));
    }

    private String read(String resource) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars) {
            urls.add(jar.toUri().toURL());
        }
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), null);
                InputStream input = loader.getResourceAsStream(resource)) {
            if (input == null) {
                throw new IOException("there is no " + resource);
            }
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static ContenderBackend etcd(Path folder) {
        EtcdServers servers = new EtcdServers(folder);
        servers.nodes().forEach(servers::start);
        servers.awaitLeader(Duration.ofSeconds(60));
        return new ContenderBackend() {
            @Override
            public Map<String, String> arguments() {
                return Map.of("servers", servers.endpoints());
            }

            @Override
            public List<Long> pids() {
                return servers.pids();
            }

            @Override
            public void close() {
                servers.close();
            }
        };
    }

    /** Nothing that would have to be ended, or whose memory would count. */
    private record Without(Map<String, String> arguments) implements ContenderBackend {
        @Override
        public List<Long> pids() {
            return List.of();
        }

        @Override
        public void close() {}
    }
}
