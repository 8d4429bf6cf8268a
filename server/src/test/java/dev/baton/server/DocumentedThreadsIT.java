// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.lab.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of threads in ARCHITECTURE.md has every thread that a running node starts. */
class DocumentedThreadsIT {
    private static final Pattern NAME = Pattern.compile("`(baton-[^`]+)`");

    @TempDir
    Path folder;

    @Test
    void everyThreadOfARunningNodeIsDocumented() throws Exception {
        List<Pattern> documented = documented();
        int kafka = FreePorts.take();
        Set<String> seen = new TreeSet<>();
        try (TestNodes nodes = new TestNodes()) {
            nodes.run("raft-1", raft(kafka));
            nodes.startWith("sql-1", """
                    commands: {enabled: true, port: %d, anonymous: true}
                    work: {coordinate: true, worker: true, lists: [{name: mails, partitions: 2}]}
                    """.formatted(FreePorts.take()));
            nodes.run("bully-1", """
                    node: {id: bully-1}
                    elector:
                      type: bully
                      bully: {bind: "127.0.0.1:%d", form: true, user: cluster_user, password: cluster_pass, state_folder: "%s"}
                    elections: [{name: coordinator, duties: [log]}]
                    admin: {port: 0}
                    """.formatted(FreePorts.take(), folder.resolve("bully-1")));
            nodes.run("registry-1", """
                    node: {id: registry-1}
                    elector: {type: registry, registry: {bind_address: 127.0.0.1, bind_port: %d, cluster_size: 1, state_file: "%s"}}
                    elections: [{name: coordinator, duties: [log]}]
                    admin: {port: 0}
                    """.formatted(FreePorts.take(), folder.resolve("registry-1.state")));
            for (String id : List.of("raft-1", "sql-1", "bully-1", "registry-1")) {
                nodes.awaitLeader(id);
            }
            append(kafka);

            eventually(
                    "threads of every kind of node run",
                    TestNodes.PATIENCE,
                    () -> {
                        seen.addAll(running());
                        return seen.contains("baton-kafka-accept")
                                && has(seen, "baton-commands-\\d+-1") // numbered over all servers of the process
                                && has(seen, "baton-partitions-.*-write")
                                && has(seen, "baton-work-sql-1-store")
                                && has(seen, "baton-bully-1-http.*")
                                && has(seen, "baton-peer-registry-1");
                    },
                    () -> seen);
        }
        seen.addAll(running()); // also what ends them

        assertThat(seen.stream()
                        .filter(it -> documented.stream()
                                .noneMatch(known -> known.matcher(it).matches())))
                .as("threads that are not in ARCHITECTURE.md")
                .isEmpty();
    }

    private String raft(int kafka) throws IOException {
        int member = FreePorts.take();
        return """
                node: {id: raft-1}
                elector: {type: raft, raft: {bind: "127.0.0.1:%d", bootstrap: ["raft-1=127.0.0.1:%d"], state_folder: "%s"}}
                elections: [{name: coordinator, duties: [log]}]
                admin: {port: 0}
                kafka: {enabled: true, port: %d, partitions: 2}
                """.formatted(member, member, folder.resolve("raft-1"), kafka);
    }

    private static void append(int port) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", "127.0.0.1:" + port), new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("orders", "key", "value")).get();
        }
    }

    private static boolean has(Set<String> names, String pattern) {
        return names.stream().anyMatch(it -> it.matches(pattern));
    }

    private static Set<String> running() {
        Set<String> names = new TreeSet<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            names.add(thread.getName().replaceFirst("-acceptor-.*", "")); // Jetty renames the one that accepts
        }
        names.removeIf(it -> !it.startsWith("baton-"));
        return names;
    }

    /** Numbers may follow a name. */
    private static List<Pattern> documented() throws IOException {
        String page = Files.readString(Path.of("..", "ARCHITECTURE.md"));
        String table = page.substring(
                page.indexOf("## Threads, and what each may touch"), page.indexOf("All of them are daemons"));
        List<Pattern> names = new ArrayList<>();
        for (String row : table.split("\n")) {
            Matcher name = NAME.matcher(row.startsWith("|") ? row.split("\\|")[1] : "");
            while (name.find()) {
                names.add(Pattern.compile(name.group(1).replaceAll("<[a-z]+>", ".+") + "(-\\d+)*"));
            }
        }
        assertThat(names).hasSizeGreaterThan(40);
        return names;
    }
}
