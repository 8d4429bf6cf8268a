// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.docs.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No shell line of a document is left without something that checks it, and the scripts that documents name are there. */
class DocumentedShellTest {
    private static final Pattern SCRIPT =
            Pattern.compile("`((?:\\./)?(?:\\.ci|benchmarks|packaging|site)/[\\w./-]+)(?: [^`]*)?`");

    /** By the first word of a line, and the document if not all: the test that runs it, or reads it as the program does. */
    private static final Map<String, String> CHECKED_BY = Map.of(
            "baton", "DocumentedCommandsTest",
            "mvnw", "DocumentedBuildLinesTest",
            "curl in docs/admin-api.md", "DocumentedCurlIT",
            "curl in docs/bully.md", "DocumentedCurlIT",
            "curl in docs/spring.md", "BatonEndpointWebTest",
            "redis-cli in README.md", "DocumentedLinesIT",
            "redis-cli in docs/commands.md", "DocumentedLinesIT",
            "kcat in docs/kafka.md", "KcatIT",
            "openssl in docs/raft.md", "RaftTlsIT");

    /** What cannot be run in a build: it sets a variable, or installs a package ({@code packaging/deb/try}). */
    private static final Set<String> NOT_RUN = Set.of("export", "apt");

    @Test
    void everyShellLineIsOfAKindThatATestChecks() throws IOException {
        for (CodeBlock block : CodeBlock.ofProject(ProjectFiles.ROOT)) {
            if (block.language().equals("sh") || block.language().equals("console")) {
                for (String program :
                        lines(block).map(DocumentedShellTest::program).toList()) {
                    assertThat(NOT_RUN.contains(program)
                                    || CHECKED_BY.containsKey(program)
                                    || CHECKED_BY.containsKey(program + " in " + block.document()))
                            .as(
                                    "%s is run in a block of %s, and no test is named here that checks it",
                                    program, block.place())
                            .isTrue();
                }
            }
        }
    }

    @Test
    void theTestsThatCheckThemAreThere() throws IOException {
        Map<String, List<Path>> sources = ProjectFiles.sources(ProjectFiles.modules()).stream()
                .collect(Collectors.groupingBy(it -> it.getFileName().toString().replace(".java", "")));
        assertThat(sources).containsKeys(CHECKED_BY.values().toArray(String[]::new));
        for (Map.Entry<String, String> checked : CHECKED_BY.entrySet()) {
            if (checked.getKey().contains(" in docs/")) {
                assertThat(Files.readString(sources.get(checked.getValue()).get(0)))
                        .as(checked.getValue())
                        .contains(checked.getKey().replaceAll(".*/", ""));
            }
        }
    }

    @Test
    void theScriptsThatDocumentsNameAreThere() throws IOException {
        Set<String> scripts = new TreeSet<>();
        for (Path document : ProjectFiles.documents()) {
            SCRIPT.matcher(Files.readString(document)).results().forEach(it -> scripts.add(it.group(1)));
        }

        scripts.removeIf(it -> it.contains("/target") || it.startsWith("benchmarks/results"));
        assertThat(scripts)
                .contains(".ci/reproducible", "benchmarks/run", "packaging/deb/try", "site/build")
                .allSatisfy(it -> assertThat(ProjectFiles.ROOT.resolve(it)).exists());
    }

    /** With continued lines as one; of a console, what was typed. */
    private static Stream<String> lines(CodeBlock block) {
        List<String> lines = block.text().replaceAll(" *\\\\\\n *", " ").lines().toList();
        return block.language().equals("console")
                ? lines.stream().filter(it -> it.startsWith("$ ")).map(it -> it.substring(2))
                : lines.stream().filter(it -> !it.isBlank());
    }

    private static String program(String line) {
        return line.strip().replaceAll("^\\./", "").split(" ")[0];
    }
}
