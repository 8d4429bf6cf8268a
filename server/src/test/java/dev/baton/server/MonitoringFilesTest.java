// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;

/** The alert rules and the dashboard for Grafana use metrics that there are, and are read by Prometheus's own tool. */
class MonitoringFilesTest {
    private static final Path FOLDER = Path.of("..", "docs", "monitoring");
    private static final Path RULES = FOLDER.resolve("baton-alerts.yml");
    private static final Path DASHBOARD = FOLDER.resolve("baton-dashboard.json");
    private static final Path PROMTOOL = Path.of("/usr/bin/promtool");
    private static final Pattern METRIC = Pattern.compile("\\b(?:baton|kafka)_[a-z_]+");
    private static final Pattern REGISTERED = Pattern.compile("\"((?:baton|kafka)\\.[a-z.]+[a-z])\"");

    @TempDir
    private Path folder;

    @Test
    void everyMetricThatIsUsedIsExportedAndDocumented() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "server.md"));
        Set<String> exported = registered();
        Set<String> used = names(expressionsOf(RULES));
        used.addAll(names(String.join("\n", dashboard())));

        assertThat(used).hasSizeGreaterThan(15).allSatisfy(name -> {
            String metric = name.replaceFirst("_bucket$", "");
            assertThat(page).contains("`" + metric + "`");
            assertThat(exported).containsAnyOf(metric, metric.replaceFirst("_(total|seconds)$", ""));
        });
    }

    @Test
    void everyPanelAsksForSomethingAndHasAPlaceOfItsOwn() throws IOException {
        List<String> places = new ArrayList<>();
        for (JsonNode panel : panels()) {
            assertThat(panel.at("/targets/0/expr").asText())
                    .as(panel.path("title").asText())
                    .isNotEmpty();
            places.add(panel.at("/gridPos/x").asInt() + "/"
                    + panel.at("/gridPos/y").asInt());
        }
        assertThat(places).hasSizeGreaterThan(5).doesNotHaveDuplicates();
    }

    @Test
    void prometheusReadsTheRules() throws Exception {
        assertThat(promtool(RULES)).contains("SUCCESS");
    }

    @Test
    void prometheusReadsTheExpressionsOfTheDashboard() throws Exception {
        List<Object> rules = new ArrayList<>();
        for (String expression : dashboard()) {
            String filledIn = expression.replace("$election", "nightly").replace("$__rate_interval", "5m");
            rules.add(Map.of("record", "panel:" + rules.size(), "expr", filledIn));
        }
        Object file = Map.of("groups", List.of(Map.of("name", "panels", "rules", rules)));
        Path made = Files.writeString(
                folder.resolve("panels.yml"), new Dump(DumpSettings.builder().build()).dumpToString(file));

        assertThat(promtool(made)).contains("SUCCESS: " + rules.size() + " rules found");
    }

    private static String promtool(Path file) throws Exception {
        assumeTrue(Files.isExecutable(PROMTOOL), "left out: promtool is not installed (Debian: prometheus)");
        Process checked = new ProcessBuilder(PROMTOOL.toString(), "check", "rules", file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(checked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(checked.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(checked.exitValue()).as(said).isZero();
        return said;
    }

    private static Set<String> names(String text) {
        return METRIC.matcher(text).results().map(it -> it.group()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String expressionsOf(Path rules) throws IOException {
        return Files.readAllLines(rules).stream()
                .filter(line -> line.strip().startsWith("expr:"))
                .collect(Collectors.joining("\n"));
    }

    private static List<String> dashboard() throws IOException {
        List<String> expressions = new ArrayList<>();
        for (JsonNode panel : panels()) {
            panel.path("targets").forEach(it -> expressions.add(it.path("expr").asText()));
        }
        return expressions;
    }

    private static JsonNode panels() throws IOException {
        return new ObjectMapper().readTree(DASHBOARD.toFile()).path("panels");
    }

    /** Names of meters in the sources, as Prometheus writes them. */
    private static Set<String> registered() throws IOException {
        Set<String> found = new TreeSet<>();
        for (Path root : List.of(Path.of("src", "main", "java"), Path.of("..", "micrometer", "src", "main", "java"))) {
            try (Stream<Path> sources = Files.walk(root)) {
                for (Path source :
                        sources.filter(it -> it.toString().endsWith(".java")).toList()) {
                    REGISTERED
                            .matcher(Files.readString(source))
                            .results()
                            .forEach(it -> found.add(it.group(1).replace('.', '_')));
                }
            }
        }
        return found;
    }
}
