// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each alert comes when it has to, and not before: Prometheus's own tool tries the rules on made-up series. */
class AlertRulesTest {
    private static final Path RULES = Path.of("..", "docs", "monitoring", "baton-alerts.yml");
    private static final Path SERIES = Path.of("src", "test", "resources", "monitoring", "alerts-test.yml");
    private static final Path PROMTOOL = Path.of("/usr/bin/promtool");
    private static final Pattern RULE = Pattern.compile("- alert: (\\w+)");
    private static final Pattern RAISED = Pattern.compile("- alertname: (\\w+)\\s+eval_time: \\S+\\s+exp_alerts:");

    @Test
    void everyAlertIsRaisedInATest() throws IOException {
        assertThat(names(RAISED, SERIES)).hasSizeGreaterThan(10).isEqualTo(names(RULE, RULES));
    }

    @Test
    void alertsComeWhenTheyHaveToAndNotBefore() throws Exception {
        assumeTrue(Files.isExecutable(PROMTOOL), "left out: promtool is not installed (Debian: prometheus)");
        Process tried = new ProcessBuilder(PROMTOOL.toString(), "test", "rules", SERIES.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(tried.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(tried.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(tried.exitValue()).as(said).isZero();
        assertThat(said).contains("SUCCESS");
    }

    private static Set<String> names(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file))
                .results()
                .map(it -> it.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
