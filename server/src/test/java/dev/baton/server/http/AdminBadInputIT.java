// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.http.RawHttp.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What bad input gets from the admin API: a clear refusal, and nothing is changed by it. */
class AdminBadInputIT {
    @RegisterExtension
    static final AdminLab NODE = new AdminLab();

    @ParameterizedTest
    @ValueSource(strings = {"-1", "0", "1001", "1000000000", "abc", "", "1.5", "1&limit=2", "99999999999999999999"})
    void aLimitIsASmallNumber(String limit) {
        assertThat(NODE.reader().get("/api/v1/elections?limit=" + limit).status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%3Cimg%20src=x%20onerror=alert(1)%3E", "none", "%2e%2e", "a%00b"})
    void anUnknownElectionIsNotFoundAndNotEchoed(String name) {
        Answer answer = NODE.reader().get("/api/v1/elections/" + name);

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
        Answer answer = NODE.operator().post("/api/v1/elections/coordinator/resign", body);

        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.body()).doesNotContain("jackson").doesNotContain("Exception");
        assertThat(NODE.election("coordinator").path("leader").path("node").asText())
                .isEqualTo("n1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"incarnation\":null}",
                "{\"incarnation\":\"\"}",
                "{\"incarnation\":\"a\",\"id\":\"b\"}"
            })
    void aGoodbyeNamesTheNode(String body) {
        Answer answer = NODE.operator().post("/api/v1/local/peers/goodbye", body);

        assertThat(answer.code()).isEqualTo("BAD_REQUEST");
        assertThat(answer.body()).doesNotContain("jackson").doesNotContain("Exception");
        assertThat(NODE.reader()
                        .post("/api/v1/local/peers/goodbye", "{\"incarnation\":\"a\"}")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void deepJsonIsRefused() {
        assertThat(NODE.operator()
                        .post("/api/v1/elections/coordinator/resign", "[".repeat(10_000))
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"application/x-www-form-urlencoded", "text/plain", "multipart/form-data", "application/jsonx"})
    void onlyJsonIsTaken(String type) {
        assertThat(NODE.operator()
                        .send("POST", "/api/v1/elections/coordinator/resign", "{\"epoch\":1}", "Content-Type: " + type)
                        .code())
                .isEqualTo("UNSUPPORTED_MEDIA_TYPE");
    }

    @Test
    void aLargeBodyIsRefusedAlsoWithoutALength() {
        String large = "{\"epoch\":1," + " ".repeat(20_000) + "\"x\":1}";

        assertThat(NODE.operator()
                        .post("/api/v1/elections/coordinator/resign", large)
                        .code())
                .isEqualTo("TOO_LARGE");
        assertThat(NODE.operator()
                        .raw("POST /api/v1/elections/coordinator/resign HTTP/1.1\r\nHost: localhost\r\n"
                                + "Authorization: Bearer " + AdminLab.OPERATE + "\r\nContent-Type: application/json\r\n"
                                + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
                                + ("1000\r\n" + "x".repeat(0x1000) + "\r\n").repeat(6) + "0\r\n\r\n")
                        .code())
                .isEqualTo("TOO_LARGE");
    }

    @Test
    void hugeHeadersAndSmuggledLengthsAreRefused() {
        assertThat(NODE.anonymous()
                        .get("/health/live", "X: " + "x".repeat(20_000))
                        .status())
                .isEqualTo(431);
        assertThat(NODE.anonymous()
                        .send("POST", "/health/live", "0000", "Transfer-Encoding: chunked")
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
        Answer answer = NODE.operator().send(method, path, "");

        assertThat(answer.status()).isEqualTo(405);
        assertThat(NODE.election("coordinator").has("leader")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-HTTP-Method-Override", "x-http-method-override"})
    void aHeaderDoesNotChangeTheMethod(String header) {
        long epoch = NODE.election("coordinator").path("leader").path("epoch").asLong();
        Answer answer = NODE.operator()
                .send(
                        "GET",
                        "/api/v1/elections/coordinator/resign",
                        "{\"epoch\":" + epoch + "}",
                        "Content-Type: application/json",
                        header + ": POST");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(NODE.election("coordinator").path("leader").path("epoch").asLong())
                .isEqualTo(epoch);
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
        assertThat(NODE.anonymous().get(path).status()).isIn(400, 401, 404);
    }
}
