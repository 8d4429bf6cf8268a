// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each benchmark that a document tells to run is there, and docs/benchmarks.md names each that is there. */
class DocumentedBenchmarksTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern RUN = Pattern.compile("benchmarks/run ([a-z][a-z-]*)");

    @Test
    void everyBenchmarkThatIsNamedIsThere() throws IOException {
        Set<String> named = new TreeSet<>();
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            for (Path document : Stream.concat(top, docs)
                    .filter(it -> it.toString().endsWith(".md"))
                    .toList()) {
                named.addAll(namedIn(Files.readString(document)));
            }
        }

        assertThat(named).contains("is-leader", "peers");
        assertThat(names()).containsAll(named);
    }

    @Test
    void everyBenchmarkIsOnThePage() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/benchmarks.md"));

        assertThat(names()).allSatisfy(name -> assertThat(page).containsPattern("`(benchmarks/run )?" + name + "\\b"));
    }

    private static Set<String> namedIn(String document) {
        return RUN.matcher(document).results().map(it -> it.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> names() {
        return Benchmarks.ALL.stream().map(Benchmark::name).collect(Collectors.toCollection(TreeSet::new));
    }
}
