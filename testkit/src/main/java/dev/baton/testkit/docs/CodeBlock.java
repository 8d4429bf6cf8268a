// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A fenced code block of a Markdown document.
 *
 * @param line where the block begins, from 1
 * @param language what follows the opening fence; empty if nothing does
 * @param above the line right above the block, where a comment may say how the block is checked
 */
public record CodeBlock(String document, int line, String language, String above, String text) {
    private static final String FENCE = "```";

    /** Those of every Markdown file in a folder, and of all below its {@code docs}. */
    public static List<CodeBlock> ofProject(Path root) throws IOException {
        List<CodeBlock> all = new ArrayList<>();
        try (Stream<Path> top = Files.list(root);
                Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            for (Path file : Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList()) {
                all.addAll(in(root.relativize(file).toString(), Files.readString(file)));
            }
        }
        return all;
    }

    /** Those of one document. */
    public static List<CodeBlock> in(String document, String markdown) {
        List<String> lines = markdown.lines().toList();
        List<CodeBlock> blocks = new ArrayList<>();
        int begin = -1;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (begin >= 0 && line.equals(FENCE)) {
                blocks.add(block(document, lines, begin, i));
                begin = -1;
            } else if (begin < 0 && line.startsWith(FENCE)) {
                begin = i;
            }
        }
        if (begin >= 0) {
            throw new IllegalArgumentException(document + ": the block at line " + (begin + 1) + " is not closed");
        }
        return blocks;
    }

    private static CodeBlock block(String document, List<String> lines, int begin, int end) {
        String text = String.join("\n", lines.subList(begin + 1, end)).stripIndent();
        return new CodeBlock(
                document,
                begin + 1,
                lines.get(begin).strip().substring(FENCE.length()),
                begin == 0 ? "" : lines.get(begin - 1).strip(),
                text.isEmpty() ? text : text + "\n");
    }

    /** The document and the line, to be found again. */
    public String place() {
        return document + ":" + line;
    }
}
