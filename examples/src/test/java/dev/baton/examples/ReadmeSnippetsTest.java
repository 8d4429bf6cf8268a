// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What the README shows as Java is what the examples run. */
class ReadmeSnippetsTest {
    private static final Path ROOT = Path.of("..");

    @TestFactory
    Stream<DynamicTest> javaInDocumentsIsThatOfTheExamples() {
        return Stream.of("README.md", "docs/commands.md", "docs/allocation.md")
                .flatMap(document -> snippetsOf(document).stream()
                        .map(snippet -> DynamicTest.dynamicTest(
                                document + ": " + snippet.title(),
                                () -> assertThat(snippet.text())
                                        .as(
                                                "%s line %s differs from %s: change the source, then copy it",
                                                document, snippet.line(), snippet.title())
                                        .isEqualTo(snippet.source(ROOT)))));
    }

    private static List<Snippet> snippetsOf(String document) {
        try {
            List<Snippet> snippets = Snippet.in(Files.readString(ROOT.resolve(document)));
            assertThat(snippets).as("java blocks in " + document).isNotEmpty();
            return snippets;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Test
    void aBlockWithoutASourceIsRefused() {
        assertThatThrownBy(() -> Snippet.in("words\n```java\nint i;\n```\n"))
                .hasMessageContaining("line 2")
                .hasMessageContaining("<!-- from");
    }

    @Test
    void aBlockThatIsNotClosedIsRefused() {
        assertThatThrownBy(() -> Snippet.in("<!-- from A.java#x -->\n```java\nint i;\n"))
                .hasMessageContaining("line 2");
    }

    @Test
    void blocksInOtherLanguagesAreLeftAlone() {
        assertThat(Snippet.in("```sh\n./baton demo\n```\n")).isEmpty();
    }

    @Test
    void theSourceIsTheTaggedPartWithoutItsIndent() {
        String source = """
                class A {
                    // tag::x[]
                    int i;

                        int j;
                    // end::x[]
                }
                """;

        assertThat(Snippet.tagged(source, "x")).isEqualTo("int i;\n\n    int j;\n");
        assertThatThrownBy(() -> Snippet.tagged(source, "y")).hasMessageContaining("tag::y[]");
    }
}
