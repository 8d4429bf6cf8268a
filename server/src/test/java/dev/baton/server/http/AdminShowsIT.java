// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.server.http.RawHttp.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What each call of the admin API shows, over real sockets. */
class AdminShowsIT {
    @RegisterExtension
    static final AdminLab NODE = new AdminLab();

    @Test
    void theClusterIsShownAtAGlance() {
        JsonNode cluster = NODE.reader().get("/api/v1/cluster").json();

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
        JsonNode election = NODE.election("coordinator");

        assertThat(election.path("guarantee").asText()).isEqualTo("EXCLUSIVE");
        assertThat(election.path("leader").path("node").asText()).isEqualTo("n1");
        assertThat(election.path("leader").path("epoch").asLong()).isPositive();
        assertThat(election.path("leader").path("endpoints").path("admin").asText())
                .isEqualTo(NODE.server().adminUrl().orElseThrow());
        assertThat(election.path("candidates").get(0).path("state").asText()).isEqualTo("LEADING");
        assertThat(NODE.election("watched")
                        .path("candidates")
                        .get(0)
                        .path("eligible")
                        .asBoolean())
                .isFalse();
        assertThat(NODE.election("watched").has("leader")).isFalse();
    }

    @Test
    void electionsComePageByPage() {
        JsonNode first = NODE.reader().get("/api/v1/elections?limit=2").json();
        JsonNode rest = NODE.reader()
                .get("/api/v1/elections?limit=2&cursor=" + first.path("next").asText())
                .json();

        assertThat(first.path("elections"))
                .extracting(it -> it.path("name").asText())
                .containsExactly("coordinator", "reports");
        assertThat(rest.path("elections"))
                .extracting(it -> it.path("name").asText())
                .containsExactly("watched");
        assertThat(rest.has("next")).isFalse();
        assertThat(NODE.reader().get("/api/v1/elections?q=EPO").json().path("elections"))
                .hasSize(1);
        // A cursor is a name to go on after: one that is forged shows no more than the list itself.
        Answer forged = NODE.reader().get("/api/v1/elections?cursor=%00%ff%3Cforged");
        assertThat(forged.status()).isEqualTo(200);
        assertThat(forged.json().path("elections")).hasSizeLessThanOrEqualTo(3);
        assertThat(forged.body()).doesNotContain("forged");
    }

    @Test
    void leadershipsDutiesNodesEventsAndTheCallerAreShown() {
        assertThat(NODE.reader()
                        .get("/api/v1/elections/coordinator/leaderships")
                        .json()
                        .path("leaderships")
                        .get(0)
                        .path("node")
                        .asText())
                .isEqualTo("n1");
        assertThat(NODE.reader()
                        .get("/api/v1/duties")
                        .json()
                        .path("duties")
                        .get(0)
                        .path("name")
                        .asText())
                .isEqualTo("log");
        assertThat(NODE.reader().get("/api/v1/nodes").json().path("nodes")).hasSize(1);
        JsonNode events = NODE.reader().get("/api/v1/events?limit=1000").json();
        assertThat(events.path("events"))
                .extracting(it -> it.path("type").asText())
                .contains("became_leader");
        long last = events.path("last").asLong();
        assertThat(NODE.reader().get("/api/v1/events?after=" + last).json().path("events"))
                .isEmpty();
        assertThat(NODE.reader().get("/api/v1/whoami").json().path("role").asText())
                .isEqualTo("read");
        assertThat(NODE.operator().get("/api/v1/whoami").json().path("role").asText())
                .isEqualTo("operate");
        assertThat(NODE.reader().get("/openapi.json").json().path("openapi").asText())
                .startsWith("3.");
    }

    @Test
    void metricsAreServed() {
        String metrics = NODE.reader().get("/metrics").body();

        assertThat(metrics)
                .contains("baton_leader{election=\"coordinator\"} 1.0")
                .contains("baton_leader{election=\"watched\"} 0.0")
                .contains("baton_duty_running{duty=\"log\",election=\"coordinator\"} 1.0")
                .contains("baton_guarantee_per_partition 0.0")
                .contains("baton_duplicate_leader 0.0")
                .containsPattern("baton_epoch\\{election=\"coordinator\"} [1-9]")
                .contains("baton_build_info{");
    }

    @Test
    void healthNeedsNoTokenAndRevealsOnlyTheStatus() {
        assertThat(NODE.anonymous().get("/health/live").body()).isEqualTo("{\"status\":\"up\"}");
        assertThat(NODE.anonymous().get("/health/ready").body()).isEqualTo("{\"status\":\"ready\"}");
    }

    @Test
    void everyAnswerForbidsSniffingAndReferrers() {
        for (Answer answer : new Answer[] {
            NODE.reader().get("/api/v1/cluster"),
            NODE.anonymous().get("/nope"),
            NODE.anonymous().get("/")
        }) {
            assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
            assertThat(answer.header("Referrer-Policy")).contains("no-referrer");
            assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
            assertThat(answer.header("Server")).isEmpty();
        }
    }
}
