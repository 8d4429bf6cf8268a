// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import static dev.baton.testkit.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.server.BatonServer;
import dev.baton.server.NodeConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One node that leads two elections and watches a third, and callers of its admin API. */
final class AdminLab implements BeforeAllCallback, AfterAllCallback {
    static final String READ = "read-token-0123456789";
    static final String OPERATE = "operate-token-0123456789";
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private @Nullable BatonServer server;

    /** Returns when all that the node says of its beginning is said: listeners are told after the leader is shown. */
    @Override
    public void beforeAll(ExtensionContext tests) {
        server = BatonServer.start(NodeConfig.parse("""
                node: {id: n1, zone: east}
                elections:
                  - {name: coordinator, duties: [log]}
                  - {name: reports, rest: 0s}
                  - {name: watched, eligible: false}
                admin:
                  port: 0
                  tokens:
                    - {name: alice, role: operate, token: %s}
                    - {name: bob, token: %s}
                """.formatted(OPERATE, READ), Map.of()));
        eventually(
                "leads both, and the duty runs",
                PATIENCE,
                () -> leads("coordinator") && leads("reports") && events().contains("duty_started"),
                () -> reader().get("/api/v1/cluster").body() + events());
    }

    private boolean leads(String name) {
        return election(name).at("/candidates/0/state").asText().equals("LEADING")
                && !reader().get("/api/v1/elections/" + name + "/leaderships")
                        .json()
                        .path("leaderships")
                        .isEmpty();
    }

    private String events() {
        return reader().get("/api/v1/events?limit=1000").body();
    }

    BatonServer server() {
        return Objects.requireNonNull(server);
    }

    RawHttp anonymous() {
        return new RawHttp(server().adminPort().orElseThrow());
    }

    RawHttp reader() {
        return anonymous().as(READ);
    }

    RawHttp operator() {
        return anonymous().as(OPERATE);
    }

    JsonNode election(String name) {
        return reader().get("/api/v1/elections/" + name).json();
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        server().close();
    }
}
