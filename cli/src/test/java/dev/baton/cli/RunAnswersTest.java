// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.admin.ListResponses;
import dev.baton.cli.lab.FakeNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@code baton run} makes of what a node says about lending. */
@Timeout(60)
class RunAnswersTest {
    private static final String LOAN = "/api/v1/local/elections/job/loan";

    private final FakeNode node = new FakeNode();
    private final CommandLab lab = new CommandLab();

    @AfterEach
    void end() {
        node.close();
    }

    private int run(String... options) {
        String[] arguments = new String[options.length + 7];
        System.arraycopy(new String[] {"run", "--server", node.url(), "--election", "job"}, 0, arguments, 0, 5);
        System.arraycopy(options, 0, arguments, 5, options.length);
        arguments[arguments.length - 2] = "--";
        arguments[arguments.length - 1] = "true";
        return lab.run(arguments);
    }

    @Test
    void aNodeThatDoesNotLendIsBelieved() {
        node.on(
                LOAN,
                200,
                "{\"state\":\"VACANT\",\"remainingMs\":0,\"loanMs\":4000,\"refusal\":\"two nodes may lead\"}");

        assertThat(run()).isEqualTo(ExitCode.REFUSED.number());
        assertThat(lab.err()).contains("the node does not lend its leadership: two nodes may lead");
    }

    @Test
    void aNodeThatLendsForLessThanItSaidEndsTheRun() {
        node.on("/api/v1/whoami", new ListResponses.WhoAmI("operate", "n1", "1"));
        node.on(LOAN, exchange -> {
            boolean first = node.asked().size() == 1;
            byte[] body = ("{\"state\":\"VACANT\",\"remainingMs\":0,\"loanMs\":" + (first ? 4_000 : 1_000) + "}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        });

        assertThat(run()).isEqualTo(ExitCode.RUN_FAILED.number());
        assertThat(lab.err()).contains("lends for 1000 ms at a time now");
    }

    @Test
    void aNodeThatLeadsNothingIsWaitedForNoLongerThanAsked() {
        node.on("/api/v1/whoami", new ListResponses.WhoAmI("operate", "n1", "1"));
        node.on(LOAN, 200, "{\"state\":\"VACANT\",\"remainingMs\":0,\"loanMs\":4000}");

        assertThat(run("--wait", "300ms")).isEqualTo(ExitCode.NOT_LEADING.number());
        assertThat(lab.err()).contains("n1 stands in job");
    }

    @Test
    void aNodeThatDoesNotAnswerIsWaitedForNoLongerThanAsked() {
        node.on(LOAN, 503, "{\"error\":{\"code\":\"UNAVAILABLE\",\"message\":\"starting\"}}");

        assertThat(run("--wait", "2s")).isEqualTo(ExitCode.UNREACHABLE.number());
        assertThat(lab.err()).contains("starting; waiting for it");
    }
}
