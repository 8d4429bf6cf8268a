// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CodeBlockTest {
    @Test
    void aBlockHasItsLanguageItsTextAndTheLineAboveIt() {
        assertThat(CodeBlock.in("A.md", "words\n<!-- note -->\n```sh\n./baton demo\n\n```\nmore\n```\nplain\n```\n"))
                .containsExactly(
                        new CodeBlock("A.md", 3, "sh", "<!-- note -->", "./baton demo\n\n"),
                        new CodeBlock("A.md", 8, "", "more", "plain\n"));
    }

    @Test
    void theIndentOfAListIsNotPartOfTheText() {
        assertThat(CodeBlock.in("A.md", "- so:\n  ```yaml\n  node:\n    id: n1\n  ```\n"))
                .containsExactly(new CodeBlock("A.md", 2, "yaml", "- so:", "node:\n  id: n1\n"));
    }

    @Test
    void aBlockThatIsNotClosedIsRefused() {
        assertThatThrownBy(() -> CodeBlock.in("A.md", "words\n```java\nint i;\n"))
                .hasMessage("A.md: the block at line 2 is not closed");
    }
}
