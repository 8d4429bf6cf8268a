// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring.actuate;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.FaultHandler;
import dev.baton.NodeId;
import dev.baton.spring.Elections;
import dev.baton.spring.RecordedFaults;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code /actuator/baton} over HTTP, as an operator calls it. */
class BatonEndpointWebTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @RegisterExtension
    private final RecordedFaults faults = new RecordedFaults();

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    @Test
    void theNodeAndItsElectionsAreShownAsJson() throws Exception {
        Application application = start();
        application.awaitLeads();

        Answer all = application.get("/actuator/baton");

        assertThat(all.status).isEqualTo(200);
        assertThat(all.body.propertyNames()).containsExactlyInAnyOrder("node", "incarnation", "guarantee", "elections");
        assertThat(all.body.get("node").asString()).isEqualTo("node-1");
        assertThat(all.body.get("guarantee").asString()).startsWith("standalone");
        assertThat(all.body.get("elections")).hasSize(2);
        assertThat(all.body.get("elections").get(0))
                .isEqualTo(withTimeOf(all.body.get("elections").get(0), """
                {"election": "nightly", "state": "LEADING", "leading": true, "eligible": true, "epoch": 1,
                 "certainForMillis": %s, "leader": "node-1", "leaderEpoch": 1,
                 "duties": [{"name": "leader-only-methods", "state": "RUNNING", "restarts": 0, "detail": ""}]}"""));
    }

    /** Text with a figure that nobody can foretell. */
    private static JsonNode withTimeOf(JsonNode election, String expected) {
        return JSON.readTree(expected.formatted(election.get("certainForMillis").asLong()));
    }

    @Test
    void oneElectionIsSelectedByItsName() throws Exception {
        Application application = start();
        application.awaitLeads();

        Answer spare = application.get("/actuator/baton/spare");
        assertThat(spare.status).isEqualTo(200);
        assertThat(spare.body.get("election").asString()).isEqualTo("spare");
        assertThat(spare.body.get("leading").asBoolean()).isFalse();
        assertThat(spare.body.get("eligible").asBoolean()).isFalse();
        assertThat(spare.body.get("certainForMillis").asLong()).isZero();
        assertThat(application.get("/actuator/baton/unknown").status).isEqualTo(404);
    }

    @Test
    void anOperatorHandsOverToANamedNodeOrToAny() throws Exception {
        Application application = start();
        application.awaitLeads();

        Answer accepted = application.post("/actuator/baton/nightly", "{\"successor\": \"node-2\"}");
        assertThat(accepted.status).isEqualTo(202);
        assertThat(accepted.body.get("election").asString()).isEqualTo("nightly");
        assertThat(accepted.body.get("leading").asBoolean()).isTrue();
        awaitThat(
                "gave back in favour of node-2",
                () -> application.elector().successors.equals(List.of(Optional.of(NodeId.of("node-2")))));

        application.awaitLeads();
        assertThat(application.post("/actuator/baton/nightly", "{}").status).isEqualTo(202);
        awaitThat(
                "gave back in favour of nobody",
                () -> application
                        .elector()
                        .successors
                        .equals(List.of(Optional.of(NodeId.of("node-2")), Optional.empty())));
    }

    @Test
    void theLineOfTheDocumentHandsOver() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/curl")), "left out: curl is not installed (Debian: curl)");
        String page = Files.readString(Path.of("..", "docs", "spring.md"));
        String line =
                page.lines().filter(it -> it.startsWith("curl ")).findFirst().orElseThrow();
        Application application = start();
        application.awaitLeads();

        String here = line.replace("localhost:8080", "127.0.0.1:" + application.port())
                .replace("/invoices", "/nightly");
        Process curl = new ProcessBuilder("sh", "-c", here + " --silent --show-error --fail --max-time 60")
                .redirectErrorStream(true)
                .start();
        String answer = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(curl.waitFor()).as(answer).isZero();
        awaitThat(
                "gave back in favour of replica-2",
                () -> application.elector().successors.equals(List.of(Optional.of(NodeId.of("replica-2")))));
    }

    @Test
    void aHandOverThatCannotBeIsRefused() throws Exception {
        Application application = start();
        application.awaitLeads();

        assertThat(application.post("/actuator/baton/unknown", "{}").status).isEqualTo(404);
        Answer conflict = application.post("/actuator/baton/spare", "{}");
        assertThat(conflict.status).isEqualTo(409);
        assertThat(conflict.body.get("leading").asBoolean()).isFalse();
        assertThat(application.post("/actuator/baton/nightly", "{\"successor\": \"no id!\"}").status)
                .isEqualTo(400);
        assertThat(application.elector().successors).isEmpty();
    }

    @Test
    void itMayHaveAPortOfItsOwn() throws Exception {
        Application application = start("management.server.port=0", "management.server.address=127.0.0.1");
        application.awaitLeads();

        assertThat(application.port()).isNotEqualTo(application.property("local.server.port"));
        assertThat(application.get("/actuator/baton").status).isEqualTo(200);
        assertThat(application.post("/actuator/baton/nightly", "{}").status).isEqualTo(202);
        awaitThat(
                "gave back in favour of nobody",
                () -> application.elector().successors.equals(List.of(Optional.empty())));
    }

    @Test
    void withReadOnlyAccessNobodyHandsOver() throws Exception {
        Application application = start("management.endpoint.baton.access=read-only");
        application.awaitLeads();

        assertThat(application.get("/actuator/baton/nightly").status).isEqualTo(200);
        assertThat(application.post("/actuator/baton/nightly", "{}").status).isEqualTo(405);
        assertThat(application.elector().successors).isEmpty();
    }

    private Application start(String... more) {
        String[] properties = Stream.concat(
                        Stream.of(
                                "spring.main.banner-mode=off",
                                "spring.main.register-shutdown-hook=false",
                                "server.port=0",
                                "server.address=127.0.0.1",
                                "baton.node=node-1",
                                "baton.elections=nightly,spare",
                                "baton.candidates.nightly.stop-timeout=5m",
                                "baton.candidates.spare.eligible=false",
                                "management.endpoints.web.exposure.include=baton"),
                        Stream.of(more))
                .toArray(String[]::new);
        ConfigurableApplicationContext context = new SpringApplicationBuilder(Web.class)
                .web(WebApplicationType.SERVLET)
                .initializers(it -> it.getBeanFactory().registerSingleton("faults", (FaultHandler) faults))
                .properties(properties)
                .run();
        opened.add(context);
        return new Application(context);
    }

    private static void awaitThat(String fact, BooleanSupplier holds) {
        eventually(fact, PATIENCE, holds, () -> "");
    }

    private record Application(ConfigurableApplicationContext context) {
        NotingElector elector() {
            return context.getBean(NotingElector.class);
        }

        void awaitLeads() {
            Elections elections = context.getBean(Elections.class);
            awaitThat(
                    "leads, and knows it",
                    () -> elections.isLeader("nightly")
                            && elections.leader("nightly").isPresent());
        }

        Answer get(String path) throws IOException, InterruptedException {
            return send(request(path).GET());
        }

        Answer post(String path, String body) throws IOException, InterruptedException {
            return send(request(path)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body)));
        }

        private HttpRequest.Builder request(String path) {
            return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                    .timeout(PATIENCE);
        }

        String port() {
            return context.getEnvironment().getProperty("local.management.port", property("local.server.port"));
        }

        String property(String name) {
            return context.getEnvironment().getRequiredProperty(name);
        }

        private static Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
            HttpResponse<String> response =
                    HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(
                    response.statusCode(), JSON.readTree(response.body().isEmpty() ? "{}" : response.body()));
        }
    }

    private record Answer(int status, JsonNode body) {}

    @Configuration
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
                "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
            })
    static class Web {
        @Bean
        NotingElector elector() {
            return new NotingElector();
        }
    }
}
