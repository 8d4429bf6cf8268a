// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.server.http.RawHttp.Answer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the operations of the admin API do. */
class AdminOperationsIT {
    private static final String RESIGNED = "baton_leaderships_lost_total{election=\"reports\",reason=\"RESIGNED\"} ";

    @RegisterExtension
    static final AdminLab NODE = new AdminLab();

    private static JsonNode leaderships() {
        return NODE.reader().get("/api/v1/elections/reports/leaderships").json().path("leaderships");
    }

    @Test
    void aResignationIsDoneOnceAndNoted() {
        long epoch = awaitReportsLed();
        double before = resignations();

        Answer first = NODE.operator().post("/api/v1/elections/reports/resign", "{\"epoch\":" + epoch + "}");
        Answer again = NODE.operator().post("/api/v1/elections/reports/resign", "{\"epoch\":" + epoch + "}");

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.json().path("outcome").asText()).isEqualTo("resigned");
        assertThat(again.status()).isEqualTo(409);
        // Once its next leadership is noted, all about the one before is.
        eventually(
                "leads again under a higher epoch",
                AdminLab.PATIENCE,
                () -> leaderships().at("/0/epoch").asLong() > epoch,
                AdminOperationsIT::leaderships);
        assertThat(NODE.reader().get("/api/v1/events?limit=1000").json().path("events"))
                .filteredOn(it -> it.path("type").asText().equals("operation")
                        && it.path("epoch").asLong() == epoch
                        && it.path("election").asText().equals("reports"))
                .extracting(it -> it.path("detail").asText())
                .contains("resigned, requested by alice from 127.0.0.1");
        assertThat(leaderships()).extracting(it -> it.path("reason").asText()).contains("RESIGNED");
        assertThat(resignations()).isEqualTo(before + 1);
    }

    /** Of the reports, by the metrics. */
    private static double resignations() {
        return NODE.reader()
                .get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(RESIGNED))
                .mapToDouble(line -> Double.parseDouble(line.substring(RESIGNED.length())))
                .sum();
    }

    private static long awaitReportsLed() {
        AtomicLong epoch = new AtomicLong();
        eventually(
                "leads",
                AdminLab.PATIENCE,
                () -> {
                    epoch.set(NODE.election("reports")
                            .path("leader")
                            .path("epoch")
                            .asLong());
                    return epoch.get() > 0;
                },
                AdminOperationsIT::leaderships);
        return epoch.get();
    }

    @Test
    void ofManyClicksAtOnceOneCounts() throws Exception {
        long epoch = awaitReportsLed();
        ExecutorService clicks = Executors.newFixedThreadPool(8);
        try {
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> answer :
                    clicks.invokeAll(Collections.<Callable<Integer>>nCopies(8, () -> resign(epoch)))) {
                statuses.add(answer.get());
            }

            assertThat(statuses).containsOnly(200, 409).containsOnlyOnce(200);
        } finally {
            clicks.shutdownNow();
        }
    }

    private static int resign(long epoch) {
        return NODE.operator()
                .post("/api/v1/elections/reports/resign", "{\"epoch\":" + epoch + "}")
                .status();
    }

    @Test
    void eligibilityIsGivenAndTaken() {
        Answer given =
                NODE.operator().post("/api/v1/elections/watched/eligibility", "{\"node\":\"n1\",\"eligible\":true}");
        assertThat(given.json().path("outcome").asText()).isEqualTo("eligible");
        eventually(
                "leads",
                AdminLab.PATIENCE,
                () -> NODE.election("watched").has("leader"),
                () -> NODE.election("watched"));
        long epoch = NODE.election("watched").path("leader").path("epoch").asLong();

        Answer stale =
                NODE.operator().post("/api/v1/elections/watched/eligibility", "{\"node\":\"n1\",\"eligible\":false}");
        assertThat(stale.code()).isEqualTo("STALE_EPOCH");
        Answer taken = NODE.operator()
                .post(
                        "/api/v1/elections/watched/eligibility",
                        "{\"node\":\"n1\",\"eligible\":false,\"epoch\":" + epoch + "}");
        assertThat(taken.json().path("outcome").asText()).isEqualTo("ineligible");
        eventually(
                "no longer leads",
                AdminLab.PATIENCE,
                () -> !NODE.election("watched").has("leader"),
                () -> NODE.election("watched"));
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
                "\"epoch\":" + NODE.election("coordinator").path("leader").path("epoch"));

        assertThat(NODE.operator()
                        .post("/api/v1/elections/coordinator/" + operation, under)
                        .code())
                .isEqualTo(code);
        assertThat(NODE.operator()
                        .post("/api/v1/elections/none/" + operation, body)
                        .status())
                .isIn(400, 404);
    }
}
