// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.Duty;
import dev.baton.server.http.RawHttp;
import dev.baton.testkit.lab.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node measures and says of its health, as it really happens. */
class MetricsIT {
    private static final Duty BROKEN = Duty.every("broken", Duration.ofMillis(50), leadership -> {
        throw new IllegalStateException("for the test");
    });

    @TempDir
    private Path folder;

    @Test
    void aNodeOnADatabaseThatServesClientsHasAllMetricsAndTheyAreInTheDocs() throws IOException {
        try (TestNodes nodes = new TestNodes();
                BatonServer server = BatonServer.start(
                        NodeConfig.parse(
                                nodes.yaml("n1", "") + "commands: {enabled: true, anonymous: true, port: 0}\n",
                                Map.of()),
                        election -> List.of(BROKEN))) {
            awaitMetric(server, "baton_renewal_seconds_count", 1);
            awaitMetric(server, "baton_duty_restarts_total\\{duty=\"broken\",election=\"coordinator\"}", 1);
            assertThat(metric(server, "baton_lease_left_seconds\\{election=\"coordinator\"}"))
                    .isGreaterThan(0)
                    .isLessThan(6);
            String page = Files.readString(Path.of("..", "docs", "server.md"));
            assertThat(Pattern.compile("# TYPE (baton_[a-z_]+) ")
                            .matcher(metrics(server))
                            .results()
                            .map(it -> it.group(1).replaceAll("_max$", "")))
                    .hasSizeGreaterThan(20)
                    .allSatisfy(name -> assertThat(page).contains("| `" + name + "` |"));
        }
    }

    @Test
    void aGuaranteePerPartitionIsMeasured() {
        try (BatonServer server = start("""
                elector:
                  type: bully
                  bully: {bind: "127.0.0.1:%d", form: true, user: cluster_user, password: cluster_pass, quorum: none, state_folder: "%s"}
                """.formatted(FreePorts.take(), folder.resolve("bully")))) {
            assertThat(metric(server, "baton_guarantee_per_partition")).isEqualTo(1);
        }
    }

    @Test
    void aWitnessIsNotShownAsIfItCouldLead() {
        try (BatonServer server = start("""
                elector:
                  type: bully
                  bully: {bind: "127.0.0.1:%d", form: true, user: cluster_user, password: cluster_pass, part: witness, state_folder: "%s"}
                """.formatted(FreePorts.take(), folder.resolve("bully")))) {
            assertThat(metric(server, "baton_eligible\\{election=\"coordinator\"}"))
                    .isZero();
            JsonNode seen = http(server).get("/api/v1/cluster").json();
            assertThat(seen.at("/nodes/0/eligible").asBoolean(true)).isFalse();
            assertThat(seen.at("/elections/0/candidates/0/eligible").asBoolean(true))
                    .isFalse();
            assertThat(seen.at("/elections/0/candidates/0/next").isMissingNode())
                    .isTrue();
        }
    }

    @Test
    void twoLeadersOfOneElectionAreSeen() {
        try (BatonServer one = start("node: {id: a}\n");
                BatonServer other = BatonServer.start(NodeConfig.parse(
                        "node: {id: b}\nadmin: {port: 0, peers: ['"
                                + one.adminUrl().orElseThrow() + "']}\n",
                        Map.of()))) {
            awaitMetric(other, "baton_duplicate_leader", 1);
        }
    }

    @Test
    void aNodeWithoutItsDatabaseLivesAndIsNotReady() {
        try (BatonServer server =
                start("elector: {type: sql, sql: {url: \"jdbc:postgresql://127.0.0.1:1/none\", lease: 2s}}\n")) {
            RawHttp http = http(server);
            eventually(
                    "not ready",
                    TestNodes.PATIENCE,
                    () -> http.get("/health/ready").status() == 503,
                    () -> http.get("/health/ready").body());

            assertThat(http.get("/health/ready").body()).isEqualTo("{\"status\":\"not_ready\"}");
            assertThat(http.get("/health/live").status()).isEqualTo(200);
            assertThat(metric(server, "baton_ready")).isZero();
        }
    }

    @Test
    void aLeaderTellsWhomItMisses() {
        try (BatonServer server =
                start("node: {id: n1}\nelections: [{name: orders, duties: [cluster_health], expected: [n1, n2]}]\n")) {
            RawHttp http = http(server);

            eventually(
                    "n2 is missed",
                    TestNodes.PATIENCE,
                    () -> http.get("/api/v1/nodes").body().contains("expects: n2\""),
                    () -> http.get("/api/v1/nodes").body());
        }
    }

    private static BatonServer start(String yaml) {
        return BatonServer.start(NodeConfig.parse(yaml + "admin: {port: 0}\n", Map.of()));
    }

    private static RawHttp http(BatonServer server) {
        return new RawHttp(server.adminPort().orElseThrow());
    }

    private static String metrics(BatonServer server) {
        return http(server).get("/metrics").body();
    }

    private static void awaitMetric(BatonServer server, String name, double least) {
        eventually(name, TestNodes.PATIENCE, () -> metric(server, name) >= least, () -> metrics(server));
    }

    /** The value of a metric; nothing counted yet is 0. */
    private static double metric(BatonServer server, String name) {
        Matcher line = Pattern.compile("(?m)^" + name + " (\\S+)$").matcher(metrics(server));
        return line.find() ? Double.parseDouble(line.group(1)) : 0;
    }
}
