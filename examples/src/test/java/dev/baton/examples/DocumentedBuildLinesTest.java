// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Modules, profiles, tests and properties that the documents give to {@code ./mvnw} exist. A misspelt one would be ignored, or
 * fail, when a user types the line.
 */
class DocumentedBuildLinesTest {
    private static final Path ROOT = ProjectFiles.ROOT;
    private static final Set<String> GOALS = Set.of("install", "spotless:apply", "test", "verify");
    private static final Set<String> OPTIONS = Set.of("-B", "-am", "-pl", "-q");
    private static final String SUREFIRE = "surefire.failIfNoSpecifiedTests";
    private static final String FAILSAFE = "failsafe.failIfNoSpecifiedTests";
    private static final Set<String> OF_PLUGINS = Set.of("test", "it.test", SUREFIRE, FAILSAFE);

    @TestFactory
    Stream<DynamicTest> linesOfTheDocumentsNameWhatIsThere() throws IOException {
        List<BuildLine> lines = BuildLine.ofProject();
        assertThat(lines).hasSizeGreaterThan(10);
        return lines.stream().map(line -> DynamicTest.dynamicTest(line.toString(), () -> check(line)));
    }

    private static void check(BuildLine line) throws IOException {
        List<String> modules = line.valuesOf("-pl");
        if (!modules.isEmpty()) {
            assertThat(ProjectFiles.modules()).as("modules").containsAll(modules);
        }
        for (String word : line.words()) {
            if (word.startsWith("-P")) {
                assertThat(inPoms("<id>" + word.substring(2) + "</id>"))
                        .as(word)
                        .isTrue();
            } else if (word.startsWith("-D")) {
                checkProperty(word.substring(2).replaceAll("=.*", ""));
            } else if (word.startsWith("-")) {
                assertThat(OPTIONS).contains(word);
            }
        }
        checkTests(line, "-Dtest", SUREFIRE);
        checkTests(line, "-Dit.test", FAILSAFE);
        if (line.isWhole()) {
            assertThat(line.goals()).isNotEmpty().isSubsetOf(GOALS);
            checkModulesComeWithWhatTheyNeed(line);
        }
    }

    /** Maven looks up a prefix such as {@code spotless} in every module, and bom does not have the plugins of a parent. */
    @Test
    void aGoalThatIsNamedByItsPrefixIsKnownToEveryModule() throws IOException {
        Pattern spotless =
                Pattern.compile("<artifactId>spotless-maven-plugin</artifactId>\\s*<version>[^<]+</version>");
        Matcher parent = spotless.matcher(pom(""));
        assertThat(parent.find()).isTrue();

        assertThat(pom("bom").replaceAll("\\s+", "")).contains(parent.group().replaceAll("\\s+", ""));
    }

    /** In a fresh clone nothing is installed. */
    private static void checkModulesComeWithWhatTheyNeed(BuildLine line) throws IOException {
        if (!line.has("-am")) {
            for (String module : line.valuesOf("-pl")) {
                assertThat(pom(module).split("<groupId>dev.baton</groupId>"))
                        .as("%s needs other modules, so -am", module)
                        .hasSize(2);
            }
        }
    }

    private static void checkProperty(String name) throws IOException {
        assertThat(OF_PLUGINS.contains(name) || inPoms("<" + name + ">") || isRead(name))
                .as("-D%s is read by something", name)
                .isTrue();
    }

    private static void checkTests(BuildLine line, String option, String otherwise) throws IOException {
        List<String> tests = line.valuesOf(option);
        for (String test : tests) {
            if (!test.equals("None")) {
                checkTest(line, test);
            }
        }
        if (line.isWhole() && line.has("-am") && !tests.isEmpty()) {
            assertThat(line.words())
                    .as("other modules have no such test, and that is no failure")
                    .contains("-D" + otherwise + "=false");
        }
    }

    private static void checkTest(BuildLine line, String test) throws IOException {
        String[] parts = test.split("#");
        List<Path> sources = sources(line.valuesOf("-pl"), parts[0] + ".java");
        assertThat(sources).as(parts[0] + " in " + line.valuesOf("-pl")).isNotEmpty();
        if (parts.length > 1) {
            assertThat(Files.readString(sources.get(0))).contains("void " + parts[1] + "(");
        }
    }

    private static List<Path> sources(List<String> modules, String name) throws IOException {
        return ProjectFiles.sources(modules.isEmpty() ? ProjectFiles.modules() : modules).stream()
                .filter(it -> it.endsWith(name) && it.toString().contains("/src/test/"))
                .toList();
    }

    private static boolean inPoms(String text) throws IOException {
        for (String module : ProjectFiles.modules()) {
            if (pom(module).contains(text)) {
                return true;
            }
        }
        return pom("").contains(text);
    }

    private static String pom(String module) throws IOException {
        return Files.readString(ROOT.resolve(module).resolve("pom.xml"));
    }

    /** By a test, or by what it uses. */
    private static boolean isRead(String property) throws IOException {
        for (Path source : ProjectFiles.sources(ProjectFiles.modules())) {
            if (!source.endsWith("DocumentedBuildLinesTest.java")
                    && Files.readString(source).contains("\"" + property + "\"")) {
                return true;
            }
        }
        return false;
    }

    @Test
    void whatIsMisspeltIsFound() {
        assertRefused("./mvnw -pl elector/sql verify", "elector/sql");
        assertRefused("./mvnw -Pmysq verify", "-Pmysq");
        assertRefused("./mvnw verfy", "verfy");
        assertRefused("./mvnw -pl core test -Dtest=NoSuchTest", "NoSuchTest");
        assertRefused("./mvnw -pl core test -Dtest=StateDiagramTest#noSuchMethod", "noSuchMethod");
        assertRefused("./mvnw test -Dbaton.sedes=7", "baton.sedes");
        assertRefused("./mvnw --fast verify", "--fast");
        assertRefused("./mvnw -pl core -am test -Dtest=StateDiagramTest", SUREFIRE);
        assertRefused("./mvnw -pl sql -am verify", "sql");
        assertRefused("./mvnw -pl electors/sql verify", "-am");
    }

    private static void assertRefused(String line, String named) {
        assertThatThrownBy(() -> check(BuildLine.of("A.md", line)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(named);
    }

    @Test
    void aLineMayGoOverTheEndOfALineOfTheDocument() {
        assertThat(BuildLine.inText(
                        "A.md", "so: `./mvnw -pl a,b\n  verify`, or `-Dbaton.seed=1`; not `ls`\n```\n`-Dz`\n```\n"))
                .containsExactly(
                        new BuildLine("A.md", List.of("./mvnw", "-pl", "a,b", "verify")),
                        new BuildLine("A.md", List.of("-Dbaton.seed=1")));
    }
}
