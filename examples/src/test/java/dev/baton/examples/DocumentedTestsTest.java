// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A test that the documents name as evidence is there, under that name. */
class DocumentedTestsTest {
    private static final Pattern NAMED = Pattern.compile("`([A-Z][a-z]\\w+(?:Test|IT|Contract))(?:\\.(\\w+))?`");

    @Test
    void everyTestThatIsNamedExists() throws IOException {
        Map<String, List<Path>> sources = sources();
        List<MatchResult> named = NAMED.matcher(documents()).results().toList();
        assertThat(named).isNotEmpty();

        for (MatchResult test : named) {
            assertThat(sources).containsKey(test.group(1));
            String method = test.group(2);
            // What a class inherits from a contract counts as its own.
            assertThat(method == null || isSomewhere(sources, "void " + method + "("))
                    .as(test.group())
                    .isTrue();
        }
    }

    private static String documents() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path document : ProjectFiles.documents()) {
            all.append(Files.readString(document));
        }
        return all.toString();
    }

    private static boolean isSomewhere(Map<String, List<Path>> sources, String text) throws IOException {
        for (List<Path> named : sources.values()) {
            for (Path source : named) {
                if (Files.readString(source).contains(text)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** By simple name, which tests of several modules may share. */
    private static Map<String, List<Path>> sources() throws IOException {
        return ProjectFiles.sources(ProjectFiles.modules()).stream()
                .filter(file -> file.toString().matches(".*(Test|IT|Contract)\\.java"))
                .collect(Collectors.groupingBy(
                        file -> file.getFileName().toString().replace(".java", "")));
    }
}
