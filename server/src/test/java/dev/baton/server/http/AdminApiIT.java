// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.server.BatonServer;
import dev.baton.server.NodeConfig;
import dev.baton.server.http.RawHttp.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One node, over real sockets: what each call answers, to whom, and what bad input gets. */
class AdminApiIT {
    private static final String READ = "read-token-0123456789";
    private static final String OPERATE = "operate-token-0123456789";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static BatonServer server;
    private static RawHttp anybody;
    private static RawHttp reader;
    private static RawHttp operator;

    @BeforeAll
    static void start() {
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
        anybody = new RawHttp(server.adminPort().orElseThrow());
        reader = anybody.as(READ);
        operator = anybody.as(OPERATE);
        eventually(
                "leads both",
                PATIENCE,
                () -> election("coordinator").has("leader")
                        && election("reports").has("leader"),
                () -> reader.get("/api/v1/cluster").body());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static JsonNode election(String name) {
        return reader.get("/api/v1/elections/" + name).json();
    }

    // ---- what is shown

    @Test
    void theClusterIsShownAtAGlance() {
        JsonNode cluster = reader.get("/api/v1/cluster").json();

        assertThat(cluster.path("answeredBy").asText()).isEqualTo("n1");
        assertThat(cluster.path("at").asText()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        JsonNode node = cluster.path("nodes").get(0);
        assertThat(node.path("status").asText()).isEqualTo("up");
        assertThat(node.path("zone").asText()).isEqualTo("east");
        assertThat(node.path("leads")).extracting(JsonNode::asText).contains("coordinator");
        assertThat(cluster.path("elections")).hasSize(3);
        assertThat(cluster.path("unreachable")).isEmpty();
    }

    @Test
    void anElectionHasItsLeaderItsCandidatesAndItsPromise() {
        JsonNode election = election("coordinator");

        assertThat(election.path("promise").asText()).isEqualTo("EXCLUSIVE");
        assertThat(election.path("leader").path("node").asText()).isEqualTo("n1");
        assertThat(election.path("leader").path("epoch").asLong()).isPositive();
        assertThat(election.path("leader").path("endpoints").path("admin").asText())
                .isEqualTo(server.adminUrl().orElseThrow());
        assertThat(election.path("candidates").get(0).path("state").asText()).isEqualTo("LEADING");
        assertThat(election("watched")
                        .path("candidates")
                        .get(0)
                        .path("eligible")
                        .asBoolean())
                .isFalse();
        assertThat(election("watched").has("leader")).isFalse();
    }

    @Test
    void electionsComePageByPage() {
        JsonNode first = reader.get("/api/v1/elections?limit=2").json();
        JsonNode rest = reader.get(
                        "/api/v1/elections?limit=2&cursor=" + first.path("next").asText())
                .json();

        assertThat(first.path("elections"))
                .extracting(it -> it.path("name").asText())
                .containsExactly("coordinator", "reports");
        assertThat(rest.path("elections"))
                .extracting(it -> it.path("name").asText())
                .containsExactly("watched");
        assertThat(rest.has("next")).isFalse();
        assertThat(reader.get("/api/v1/elections?q=EPO").json().path("elections"))
                .hasSize(1);
        assertThat(reader.get("/api/v1/elections?cursor=%00%ff%3Cforged").json().path("elections"))
                .isNotNull();
    }

    @Test
    void leadershipsDutiesNodesEventsAndTheCallerAreShown() {
        assertThat(reader.get("/api/v1/elections/coordinator/leaderships")
                        .json()
                        .path("leaderships")
                        .get(0)
                        .path("node")
                        .asText())
                .isEqualTo("n1");
        assertThat(reader.get("/api/v1/duties")
                        .json()
                        .path("duties")
                        .get(0)
                        .path("name")
                        .asText())
                .isEqualTo("log");
        assertThat(reader.get("/api/v1/nodes").json().path("nodes")).hasSize(1);
        JsonNode events = reader.get("/api/v1/events?limit=1000").json();
        assertThat(events.path("events"))
                .extracting(it -> it.path("type").asText())
                .contains("became_leader");
        long last = events.path("last").asLong();
        assertThat(reader.get("/api/v1/events?after=" + last).json().path("events"))
                .isEmpty();
        assertThat(reader.get("/api/v1/whoami").json().path("role").asText()).isEqualTo("read");
        assertThat(operator.get("/api/v1/whoami").json().path("role").asText()).isEqualTo("operate");
        assertThat(reader.get("/openapi.json").json().path("openapi").asText()).startsWith("3.");
    }

    @Test
    void metricsAreServed() {
        String metrics = reader.get("/metrics").body();

        assertThat(metrics)
                .contains("baton_leader{election=\"coordinator\"} 1.0")
                .contains("baton_leader{election=\"watched\"} 0.0")
                .contains("baton_duty_running{duty=\"log\",election=\"coordinator\"} 1.0")
                .contains("baton_promise_per_partition 0.0")
                .contains("baton_duplicate_leader 0.0")
                .containsPattern("baton_epoch\\{election=\"coordinator\"} [1-9]")
                .contains("baton_build_info{");
    }

    @Test
    void everyMetricIsInTheDocs() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "server.md"));

        assertThat(Pattern.compile("# TYPE (baton_[a-z_]+) ")
                        .matcher(reader.get("/metrics").body())
                        .results()
                        .map(it -> it.group(1).replaceAll("_max$", "")))
                .hasSizeGreaterThan(8)
                .allSatisfy(name -> assertThat(page).contains("| `" + name + "` |"));
    }

    @Test
    void healthNeedsNoTokenAndRevealsOnlyTheStatus() {
        assertThat(anybody.get("/health/live").body()).isEqualTo("{\"status\":\"up\"}");
        assertThat(anybody.get("/health/ready").body()).isEqualTo("{\"status\":\"ready\"}");
    }

    @Test
    void everyAnswerForbidsSniffingAndReferrers() {
        for (Answer answer : new Answer[] {reader.get("/api/v1/cluster"), anybody.get("/nope"), anybody.get("/")}) {
            assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
            assertThat(answer.header("Referrer-Policy")).contains("no-referrer");
            assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
            assertThat(answer.header("Server")).isEmpty();
        }
    }

    // ---- who may

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/cluster",
                "/api/v1/elections",
                "/api/v1/elections/coordinator",
                "/api/v1/nodes",
                "/api/v1/duties",
                "/api/v1/events",
                "/api/v1/events/stream",
                "/api/v1/whoami",
                "/api/v1/local",
                "/metrics",
                "/openapi.json"
            })
    void nothingIsShownWithoutAToken(String path) {
        Answer answer = anybody.get(path);

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.code()).isEqualTo("UNAUTHENTICATED");
        assertThat(answer.header("WWW-Authenticate")).contains("Bearer");
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
        assertThat(anybody.get("/api/v1/whoami", "Authorization: " + authorization)
                        .status())
                .isEqualTo(401);
    }

    @Test
    void aHeaderThatIsThereTwiceIsRefused() {
        assertThat(reader.get("/api/v1/whoami", "Authorization: Bearer " + OPERATE)
                        .status())
                .isEqualTo(400);
    }

    @Test
    void whoMayReadMayNotOperate() {
        Answer answer = reader.post("/api/v1/elections/coordinator/resign", "{\"epoch\":1}");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.code()).isEqualTo("FORBIDDEN");
    }

    @Test
    void aTokenInTheAddressDoesNotCount() {
        assertThat(anybody.get("/api/v1/whoami?token=" + OPERATE).status()).isEqualTo(401);
    }

    // ---- from where

    @ParameterizedTest
    @ValueSource(
            strings = {"evil.example", "evil.example:7400", "127.0.0.1.evil.example", "localhost.evil", "", "[::2]"})
    void anotherHostIsRefused(String host) {
        Answer answer = reader.get("/health/live", "Host: " + host);

        assertThat(answer.status()).isIn(421, 400);
        assertThat(answer.body()).doesNotContain("\"up\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://evil.example", "null", "http://localhost:1", "https://evil.example:7400", "file://"})
    void pagesOfOtherOriginsAreRefused(String origin) {
        Answer answer = operator.send(
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
        int port = server.adminPort().orElseThrow();

        assertThat(reader.get("/api/v1/whoami", "Origin: http://localhost:" + port)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void preflightsAreNotAnswered() {
        Answer answer = anybody.send(
                "OPTIONS", "/api/v1/cluster", "", "Origin: http://evil.example", "Access-Control-Request-Method: POST");

        assertThat(answer.status()).isGreaterThanOrEqualTo(400);
        assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
    }

    // ---- bad input

    @ParameterizedTest
    @ValueSource(strings = {"-1", "0", "1001", "1000000000", "abc", "", "1.5", "1&limit=2", "99999999999999999999"})
    void aLimitIsASmallNumber(String limit) {
        assertThat(reader.get("/api/v1/elections?limit=" + limit).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%3Cimg%20src=x%20onerror=alert(1)%3E", "none", "%2e%2e", "a%00b"})
    void anUnknownElectionIsNotFoundAndNotEchoed(String name) {
        Answer answer = reader.get("/api/v1/elections/" + name);

        assertThat(answer.status()).isIn(404, 400);
        assertThat(answer.body()).doesNotContain("img").doesNotContain("<");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{                                        | BAD_REQUEST",
                "[]                                       | BAD_REQUEST",
                "{}                                       | BAD_REQUEST",
                "null                                     | BAD_REQUEST",
                "{\"epoch\":null}                         | BAD_REQUEST",
                "{\"epoch\":\"1\"}                        | BAD_REQUEST",
                "{\"epoch\":1.5}                          | BAD_REQUEST",
                "{\"epoch\":1e999}                        | BAD_REQUEST",
                "{\"epoch\":-1}                           | BAD_REQUEST",
                "{\"epoch\":0}                            | BAD_REQUEST",
                "{\"epoch\":99999999999999999999}         | BAD_REQUEST",
                "{\"epoch\":1,\"epoch\":2}                | BAD_REQUEST",
                "{\"epoch\":1,\"force\":true}             | BAD_REQUEST",
                "{\"epoch\":1} x                          | BAD_REQUEST",
                "{\"epoch\":123456}                       | STALE_EPOCH",
            })
    void aResignationNamesTheEpoch(String body, String code) {
        Answer answer = operator.post("/api/v1/elections/coordinator/resign", body);

        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.body()).doesNotContain("jackson").doesNotContain("Exception");
        assertThat(election("coordinator").path("leader").path("node").asText()).isEqualTo("n1");
    }

    @Test
    void deepJsonIsRefused() {
        assertThat(operator.post("/api/v1/elections/coordinator/resign", "[".repeat(10_000))
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"application/x-www-form-urlencoded", "text/plain", "multipart/form-data", "application/jsonx"})
    void onlyJsonIsTaken(String type) {
        assertThat(operator.send(
                                "POST",
                                "/api/v1/elections/coordinator/resign",
                                "{\"epoch\":1}",
                                "Content-Type: " + type)
                        .code())
                .isEqualTo("UNSUPPORTED_MEDIA_TYPE");
    }

    @Test
    void aLargeBodyIsRefusedAlsoWithoutALength() {
        String large = "{\"epoch\":1," + " ".repeat(20_000) + "\"x\":1}";

        assertThat(operator.post("/api/v1/elections/coordinator/resign", large).code())
                .isEqualTo("TOO_LARGE");
        assertThat(operator.raw("POST /api/v1/elections/coordinator/resign HTTP/1.1\r\nHost: localhost\r\n"
                                + "Authorization: Bearer " + OPERATE + "\r\nContent-Type: application/json\r\n"
                                + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
                                + ("1000\r\n" + "x".repeat(0x1000) + "\r\n").repeat(6) + "0\r\n\r\n")
                        .code())
                .isEqualTo("TOO_LARGE");
    }

    @Test
    void hugeHeadersAndSmuggledLengthsAreRefused() {
        assertThat(anybody.get("/health/live", "X: " + "x".repeat(20_000)).status())
                .isEqualTo(431);
        assertThat(anybody.send("POST", "/health/live", "0000", "Transfer-Encoding: chunked")
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "POST,/api/v1/cluster",
        "GET,/api/v1/elections/coordinator/resign",
        "DELETE,/api/v1/cluster",
        "PUT,/api/v1/elections/coordinator/resign"
    })
    void theWrongMethodIsRefused(String method, String path) {
        Answer answer = operator.send(method, path, "");

        assertThat(answer.status()).isEqualTo(405);
        assertThat(election("coordinator").has("leader")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/assets/..%2f..%2fdev%2fbaton%2fserver%2fversion.properties",
                "/assets/../version.properties",
                "/assets/x.class",
                "/..;/api/v1/cluster",
                "/assets/%2e%2e/index.html",
                "/dashboard/index.html"
            })
    void noOtherFilesAreServed(String path) {
        assertThat(anybody.get(path).status()).isIn(400, 401, 404);
    }

    // ---- operations

    @Test
    void aResignationIsDoneOnceAndNoted() {
        long epoch = election("reports").path("leader").path("epoch").asLong();

        Answer first = operator.post("/api/v1/elections/reports/resign", "{\"epoch\":" + epoch + "}");
        Answer again = operator.post("/api/v1/elections/reports/resign", "{\"epoch\":" + epoch + "}");

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.json().path("outcome").asText()).isEqualTo("resigned");
        assertThat(again.status()).isEqualTo(409);
        eventually(
                "leads again under a higher epoch",
                PATIENCE,
                () -> election("reports").path("leader").path("epoch").asLong() > epoch,
                () -> election("reports"));
        assertThat(reader.get("/api/v1/events?limit=1000").json().path("events"))
                .filteredOn(it -> it.path("type").asText().equals("operation")
                        && it.path("epoch").asLong() == epoch
                        && it.path("election").asText().equals("reports"))
                .extracting(it -> it.path("detail").asText())
                .contains("resigned, asked by alice");
        assertThat(reader.get("/api/v1/elections/reports/leaderships").json().path("leaderships"))
                .extracting(it -> it.path("reason").asText())
                .contains("RESIGNED");
        assertThat(reader.get("/metrics").body())
                .contains("baton_leaderships_lost_total{election=\"reports\",reason=\"RESIGNED\"} 1.0");
    }

    @Test
    void eligibilityIsGivenAndTaken() {
        Answer given = operator.post("/api/v1/elections/watched/eligibility", "{\"node\":\"n1\",\"eligible\":true}");
        assertThat(given.json().path("outcome").asText()).isEqualTo("eligible");
        eventually("leads", PATIENCE, () -> election("watched").has("leader"), () -> election("watched"));
        long epoch = election("watched").path("leader").path("epoch").asLong();

        Answer stale = operator.post("/api/v1/elections/watched/eligibility", "{\"node\":\"n1\",\"eligible\":false}");
        assertThat(stale.code()).isEqualTo("STALE_EPOCH");
        Answer taken = operator.post(
                "/api/v1/elections/watched/eligibility",
                "{\"node\":\"n1\",\"eligible\":false,\"epoch\":" + epoch + "}");
        assertThat(taken.json().path("outcome").asText()).isEqualTo("ineligible");
        eventually("leads no more", PATIENCE, () -> !election("watched").has("leader"), () -> election("watched"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "transfer    | {\"epoch\":1}                               | BAD_REQUEST",
                "transfer    | {\"epoch\":1,\"to\":\"<b>\"}                | BAD_REQUEST",
                "transfer    | {\"epoch\":1,\"to\":\"nobody\"}             | NOT_FOUND",
                "transfer    | {\"epoch\":1,\"to\":\"n1\"}                 | CONFLICT",
                "eligibility | {\"eligible\":true}                         | BAD_REQUEST",
                "eligibility | {\"node\":\"n1\",\"epoch\":1}               | BAD_REQUEST",
                "eligibility | {\"node\":\"nobody\",\"eligible\":true}     | NOT_FOUND",
            })
    void anOperationThatMakesNoSenseIsRefused(String operation, String body, String code) {
        String under = body.replace(
                "\"epoch\":1",
                "\"epoch\":" + election("coordinator").path("leader").path("epoch"));

        assertThat(operator.post("/api/v1/elections/coordinator/" + operation, under)
                        .code())
                .isEqualTo(code);
        assertThat(operator.post("/api/v1/elections/none/" + operation, body).status())
                .isIn(400, 404);
    }
}
