// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.admin.ClusterView;
import dev.baton.cli.lab.FakeNode;
import dev.baton.cli.lab.Sample;
import dev.baton.testkit.lab.FreePorts;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever the other side does, a command ends in time, with the right exit code and, if asked for, with JSON. */
@Timeout(60)
class BadAnswersTest {
    private final FakeNode node = new FakeNode();
    private final CommandLab lab = new CommandLab();

    @AfterEach
    void end() {
        node.close();
    }

    private String codeOf(String json) throws Exception {
        return JsonOutput.parse(json).path("error").path("code").asText();
    }

    @ParameterizedTest
    @CsvSource({
        "400, BAD_REQUEST, 2",
        "401, UNAUTHENTICATED, 5",
        "403, FORBIDDEN, 5",
        "404, NOT_FOUND, 3",
        "409, STALE_EPOCH, 5",
        "429, TOO_MANY, 5",
        "500, INTERNAL, 1",
        "503, UNAVAILABLE, 4",
        "504, TIMEOUT, 4"
    })
    void anErrorOfTheNodeIsPassedOn(int status, String code, int exit) throws Exception {
        node.on(
                "/api/v1/cluster",
                status,
                "{\"error\":{\"code\":\"" + code + "\",\"message\":\"because \\u001b[31m\"}}");

        assertThat(lab.run("status", "--json", "--server", node.url())).isEqualTo(exit);
        assertThat(codeOf(lab.out())).isEqualTo(code);
        assertThat(lab.run("status", "--server", node.url())).isEqualTo(exit);
        assertThat(lab.err()).contains("baton: because \\u001b[31m").doesNotContain("\u001b");
    }

    @Test
    void nobodyListens() throws Exception {
        assertThat(lab.run("nodes", "--json", "--server", "http://127.0.0.1:" + FreePorts.take()))
                .isEqualTo(4);
        assertThat(codeOf(lab.out())).isEqualTo("UNREACHABLE");
    }

    @Test
    void somebodyWhoNeverAnswersIsNotWaitedForForEver() throws Exception {
        try (ServerSocket blackHole = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + blackHole.getLocalPort();

            assertThat(lab.run("nodes", "--json", "--timeout", "300ms", "--server", url))
                    .isEqualTo(4);
            assertThat(codeOf(lab.out())).isEqualTo("TIMEOUT");
        }
    }

    @Test
    void anAnswerThatTricklesIsNotWaitedForEither() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        node.on("/api/v1/nodes", exchange -> {
            exchange.sendResponseHeaders(200, 1_000);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            over.await();
        });

        assertThat(lab.run("nodes", "--json", "--timeout", "300ms", "--server", node.url()))
                .isEqualTo(4);
        over.countDown();
        assertThat(codeOf(lab.out())).isEqualTo("TIMEOUT");
    }

    @Test
    void whatIsNotBatonIsNamedSo() throws Exception {
        node.on("/api/v1/nodes", 200, "<html>it works</html>");
        node.on("/api/v1/cluster", 200, "{\"nodes\":7}");
        node.on("/api/v1/duties", 302, "");
        node.on("/api/v1/elections/coordinator/leader", 200, "{}");

        assertThat(lab.run("nodes", "--server", node.url())).isEqualTo(1);
        assertThat(lab.run("status", "--server", node.url())).isEqualTo(1);
        assertThat(lab.run("duties", "--server", node.url())).isEqualTo(1);
        assertThat(lab.run("resign", "coordinator", "--yes", "--server", node.url()))
                .isEqualTo(1);
        assertThat(lab.err().lines()).hasSize(4).allMatch(line -> line.contains("does not answer as a Baton node"));
    }

    @Test
    void namesFromElsewhereStayText() throws Exception {
        String hostile = "n1\u001b]0;owned\u0007\u202e";
        node.on(
                "/api/v1/cluster",
                new ClusterView(
                        "c\u001b[2J",
                        hostile,
                        Sample.AT,
                        List.of(Sample.node(hostile, "\r\n")),
                        List.of(Sample.election(hostile, Sample.leader(hostile, 7))),
                        List.of(hostile)));

        assertThat(lab.run("status", "--server", node.url())).isZero();
        assertThat(lab.run("status", "--json", "--server", node.url())).isZero();
        assertThat(lab.out()).doesNotContain("\u001b", "\u0007", "\u202e", "\r");
        assertThat(lab.out().lines().filter(line -> line.startsWith("{")).findFirst())
                .hasValueSatisfying(line -> assertThat(line).contains("\\u202E"));
    }

    @Test
    void aCommandSaysTheSameInEveryLocaleAndTimeZone() {
        node.on(
                "/api/v1/cluster",
                Sample.cluster(
                        List.of(Sample.node("n1", null)), Sample.election("TITLE", Sample.leader("n1", 1_234_567))));
        CommandLab elsewhere = new CommandLab();
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();

        assertThat(lab.run("status", "--server", node.url())).isZero();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kolkata"));
            assertThat(elsewhere.run("status", "--server", node.url())).isZero();
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }

        assertThat(elsewhere.out()).isEqualTo(lab.out()).contains("1234567", "4.3 s", "1.5 s");
    }

    @Test
    void anElectionWithoutALeaderIsAnExitCode() {
        node.on("/api/v1/cluster", Sample.cluster(List.of(), Sample.election("coordinator", null)));
        node.on("/api/v1/elections/coordinator/leader", Sample.current("coordinator", null));

        assertThat(lab.run("status", "--server", node.url())).isEqualTo(3);
        assertThat(lab.run("leader", "coordinator", "--server", node.url())).isEqualTo(3);
        assertThat(lab.run("resign", "coordinator", "--yes", "--server", node.url()))
                .isEqualTo(3);
    }
}
