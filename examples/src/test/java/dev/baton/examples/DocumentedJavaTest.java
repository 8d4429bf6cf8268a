// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testkit.docs.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What the documents show as Java is what the build compiles, and what the examples run. */
class DocumentedJavaTest {
    private static final Path ROOT = Path.of("..");
    private static final Set<String> LANGUAGES =
            Set.of("console", "java", "mermaid", "properties", "sh", "sql", "text", "xml", "yaml");

    @TestFactory
    Stream<DynamicTest> javaInDocumentsIsThatOfASource() throws IOException {
        List<CodeBlock> java = CodeBlock.ofProject(ROOT).stream()
                .filter(block -> block.language().equals("java"))
                .toList();
        assertThat(java).isNotEmpty();
        return java.stream()
                .map(block -> DynamicTest.dynamicTest(block.place(), () -> {
                    Snippet snippet = Snippet.of(block);
                    assertThat(block.text())
                            .as("%s differs from %s: change the source, then copy it", block.place(), snippet.file())
                            .isEqualTo(snippet.source(ROOT));
                }));
    }

    @Test
    void noSourceOfADocumentNamesWhatIsInternal() throws IOException {
        Set<String> sources = new TreeSet<>();
        for (CodeBlock block : CodeBlock.ofProject(ROOT)) {
            if (block.language().equals("java")) {
                sources.add(Snippet.of(block).file());
            }
        }
        assertThat(sources)
                .isNotEmpty()
                .allSatisfy(source -> assertThat(Files.readString(ROOT.resolve(source)))
                        .doesNotContainPattern("dev\\.baton\\.([a-z]+\\.)*internal\\."));
    }

    @Test
    void everyBlockSaysItsLanguage() throws IOException {
        assertThat(CodeBlock.ofProject(ROOT).stream().filter(DocumentedJavaTest::isOfUnknownLanguage))
                .as("blocks without a language of " + LANGUAGES)
                .isEmpty();
    }

    @Test
    void aBlockWithoutALanguageIsFoundAndOneOfAnUnknownLanguageToo() {
        assertThat(isOfUnknownLanguage(new CodeBlock("A.md", 2, "", "words", "int i;\n")))
                .isTrue();
        assertThat(isOfUnknownLanguage(new CodeBlock("A.md", 2, "jaav", "words", "int i;\n")))
                .isTrue();
        assertThat(isOfUnknownLanguage(new CodeBlock("A.md", 2, "java", "words", "int i;\n")))
                .isFalse();
    }

    private static boolean isOfUnknownLanguage(CodeBlock block) {
        return !LANGUAGES.contains(block.language());
    }

    @Test
    void aBlockWithoutASourceIsRefused() {
        CodeBlock block = new CodeBlock("A.md", 2, "java", "words", "int i;\n");

        assertThatThrownBy(() -> Snippet.of(block))
                .hasMessageContaining("A.md:2")
                .hasMessageContaining("<!-- from");
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
