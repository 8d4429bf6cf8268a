// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.http.RawHttp.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may call the admin API, and from where. */
class AdminAccessIT {
    @RegisterExtension
    static final AdminLab NODE = new AdminLab();

    /** A call that the node describes; the role is empty where nobody is asked. */
    private record Described(String method, String path, String role) {}

    private static List<Described> calls() {
        List<Described> calls = new ArrayList<>();
        NODE.reader()
                .get("/openapi.json")
                .json()
                .path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(call -> calls.add(new Described(
                                call.getKey(),
                                path.getKey(),
                                call.getValue().path("x-role").asText()))));
        return calls;
    }

    private static List<Described> guarded() {
        return calls().stream().filter(it -> !it.role().isEmpty()).toList();
    }

    private static Answer call(RawHttp caller, Described route) {
        String path = route.path().replaceAll("\\{[^}]*}", "coordinator");
        return route.method().equals("post") ? caller.post(path, "{}") : caller.get(path);
    }

    @Test
    void nothingIsShownOrDoneWithoutAToken() {
        assertThat(guarded()).hasSizeGreaterThan(20).allSatisfy(route -> {
            Answer answer = call(NODE.anonymous(), route);

            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.code()).isEqualTo("UNAUTHENTICATED");
            assertThat(answer.header("WWW-Authenticate")).contains("Bearer");
        });
    }

    @Test
    void nothingIsDoneForWhoMayOnlyRead() {
        assertThat(guarded())
                .filteredOn(route -> route.role().equals("operate"))
                .hasSizeGreaterThan(5)
                .allSatisfy(
                        route -> assertThat(call(NODE.reader(), route).code()).isEqualTo("FORBIDDEN"));
    }

    @Test
    void theOnlyOpenCallsAreThoseThatRevealNothing() {
        assertThat(calls().stream()
                        .filter(route -> route.role().isEmpty())
                        .map(Described::path)
                        .filter(path -> !path.startsWith("/assets/")))
                .containsExactlyInAnyOrder("/", "/health/live", "/health/ready");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer wrong-wrong-wrong-wrong",
                "Bearer",
                "Bearer ",
                "Basic YWxpY2U6eA==",
                "Bearer read-token-0123456789 more",
                "Bearer read-token-012345678",
                "\u00ff\u00fe"
            })
    void aBadTokenIsNoToken(String authorization) {
        assertThat(NODE.anonymous()
                        .get("/api/v1/whoami", "Authorization: " + authorization)
                        .status())
                .isEqualTo(401);
    }

    @Test
    void aDuplicateHeaderIsRefused() {
        assertThat(NODE.reader()
                        .get("/api/v1/whoami", "Authorization: Bearer " + AdminLab.OPERATE)
                        .status())
                .isEqualTo(400);
    }

    @Test
    void whoMayReadMayNotOperate() {
        Answer answer = NODE.reader().post("/api/v1/elections/coordinator/resign", "{\"epoch\":1}");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.code()).isEqualTo("FORBIDDEN");
    }

    @Test
    void aTokenInTheAddressDoesNotCount() {
        assertThat(NODE.anonymous()
                        .get("/api/v1/whoami?token=" + AdminLab.OPERATE)
                        .status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"evil.example", "evil.example:7400", "127.0.0.1.evil.example", "localhost.evil", "", "[::2]"})
    void anotherHostIsRefused(String host) {
        Answer answer = NODE.reader().get("/health/live", "Host: " + host);

        assertThat(answer.status()).isIn(421, 400);
        assertThat(answer.body()).doesNotContain("\"up\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://evil.example", "null", "http://localhost:1", "https://evil.example:7400", "file://"})
    void pagesOfOtherOriginsAreRefused(String origin) {
        Answer answer = NODE.operator()
                .send(
                        "POST",
                        "/api/v1/elections/coordinator/resign",
                        "{\"epoch\":1}",
                        "Content-Type: application/json",
                        "Origin: " + origin);

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.code()).isEqualTo("BAD_ORIGIN");
    }

    @Test
    void theOwnPageMayCall() {
        int port = NODE.server().adminPort().orElseThrow();

        assertThat(NODE.reader()
                        .get("/api/v1/whoami", "Origin: http://localhost:" + port)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void preflightsAreNotAnswered() {
        Answer answer = NODE.anonymous()
                .send(
                        "OPTIONS",
                        "/api/v1/cluster",
                        "",
                        "Origin: http://evil.example",
                        "Access-Control-Request-Method: POST");

        assertThat(answer.status()).isGreaterThanOrEqualTo(400);
        assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
    }
}
