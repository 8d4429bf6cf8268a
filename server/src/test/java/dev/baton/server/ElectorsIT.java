// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.ConfigurationException;
import dev.baton.server.http.RawHttp;
import dev.baton.testkit.lab.FreePorts;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes without a database: they elect, and find each other through their leader. */
class ElectorsIT {
    private static final List<String> IDS = List.of("n1", "n2", "n3");

    @TempDir
    private Path folder;

    private final Map<String, BatonServer> servers = new LinkedHashMap<>();
    private final Map<String, Integer> ports = new LinkedHashMap<>();

    @AfterEach
    void stop() {
        servers.values().forEach(BatonServer::close);
    }

    @Test
    void aBullyNodeShowsItsWholeCluster() {
        IDS.forEach(id -> start(id, """
                elector:
                  type: bully
                  bully: {bind: "%s", join: [%s], form: %s, user: cluster_user, password: cluster_pass, state_folder: "%s"}
                """.formatted(
                address(id), id.equals("n1") ? "" : '"' + address("n1") + '"', id.equals("n1"), folder.resolve(id))));

        assertAnyShowsAll("bully");
    }

    @Test
    void aRegistryNodeShowsItsWholeCluster() {
        String hosts = IDS.stream().map(id -> '"' + address(id) + '"').collect(Collectors.joining(", "));
        IDS.forEach(id -> start(id, """
                elector:
                  type: registry
                  registry: {bind_address: 127.0.0.1, bind_port: %d, hosts: [%s], state_file: "%s"}
                """.formatted(port(id), hosts, folder.resolve(id + ".state"))));

        assertAnyShowsAll("registry");
    }

    @Test
    void aRaftNodeShowsItsWholeCluster() {
        String first =
                IDS.stream().map(id -> '"' + id + "=" + address(id) + '"').collect(Collectors.joining(", "));
        IDS.forEach(id -> start(id, """
                elector:
                  type: raft
                  raft: {bind: "%s", bootstrap: [%s], state_folder: "%s"}
                """.formatted(address(id), first, folder.resolve(id))));

        assertAnyShowsAll("raft");
    }

    @Test
    void aNodeWhoseLockFolderIsMissingShowsAnAlarm() {
        Path missing = folder.resolve("missing");
        start("n1", """
                elector:
                  type: raft
                  raft: {bind: "%s", bootstrap: ["n1=%s"], state_folder: "%s", peer: {enabled: true, lock_folder: "%s"}}
                """.formatted(address("n1"), address("n1"), folder.resolve("n1"), missing));
        start("n2", """
                elector:
                  type: bully
                  bully: {bind: "%s", form: true, user: cluster_user, password: cluster_pass, state_folder: "%s", lock_folder: "%s"}
                """.formatted(address("n2"), folder.resolve("n2"), missing));

        for (String id : servers.keySet()) {
            eventually(
                    id + " shows the alarm",
                    TestNodes.PATIENCE,
                    () -> cluster(id).at("/nodes/0/alarms").toString().contains("CRASH_NOT_PROVABLE"),
                    () -> cluster(id));
        }
    }

    @Test
    void aRaftNodeSaysWhatItIsMissing() {
        assertThatThrownBy(() -> NodeConfig.parse("elector: {type: raft}", Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("set bootstrap on the first members");
        assertThatThrownBy(() -> NodeConfig.parse(
                        "elector: {type: raft, raft: {join: [\"127.0.0.1:1\"], connect: [\"127.0.0.1:1\"]}}", Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("exclude each other");
        assertThatThrownBy(() -> NodeConfig.parse("elector: {type: raft, raft: {connect: [localhost]}}", Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("\"localhost\" is not host:port");
        assertThatThrownBy(() -> NodeConfig.parse(
                        "{node: {id: n1}, elector: {type: raft, raft: {bootstrap: [\"n2=127.0.0.1:7500\"]}}}",
                        Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("does not name n1");
    }

    @Test
    void whatDoesNotFitTogetherIsRefused() {
        assertThatThrownBy(() -> NodeConfig.parse(
                        "elector: {type: registry, registry: {bind_address: 10.0.0.1, lease: 1s, margin: 2s}}",
                        Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("margin");
        assertThatThrownBy(() -> NodeConfig.parse(
                        "elector: {type: bully, bully: {user: cluster_user, password: cluster_pass, misses: 1}}",
                        Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("misses");
        assertThatThrownBy(() -> NodeConfig.parse("elector: {type: bully}", Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("user");
    }

    private void assertAnyShowsAll(String elector) {
        for (String id : IDS) {
            eventually(
                    id + " shows three nodes and their leader",
                    TestNodes.PATIENCE,
                    () -> TestNodes.up(cluster(id)) == 3
                            && TestNodes.candidates(cluster(id)) == 3
                            && !TestNodes.leader(cluster(id)).isEmpty(),
                    () -> cluster(id));
        }
        JsonNode election = cluster("n1").at("/elections/0");
        assertThat(election.path("elector").asText()).isEqualTo(elector);
        assertThat(election.path("guarantee").asText()).isEqualTo("EXCLUSIVE");
    }

    private JsonNode cluster(String id) {
        return new RawHttp(servers.get(id).adminPort().orElseThrow())
                .get("/api/v1/cluster")
                .json();
    }

    private void start(String id, String elector) {
        servers.put(id, BatonServer.start(NodeConfig.parse("""
                node: {id: %s, cluster: test}
                %sadmin: {port: 0, peer_timeout: 10s}
                """.formatted(id, elector), Map.of())));
    }

    private String address(String id) {
        return "127.0.0.1:" + port(id);
    }

    private int port(String id) {
        return ports.computeIfAbsent(id, it -> FreePorts.take());
    }
}
