// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.testkit.docs.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Java block of a document, and the tagged part of a source file that the comment right above it names:
 * {@code <!-- from examples/src/main/java/…/RunOnOneNode.java#embed -->}.
 */
record Snippet(CodeBlock block, String file, String tag) {
    private static final Pattern FROM = Pattern.compile("<!-- from (\\S+)#(\\S+) -->");

    /** A Java block must name its source. */
    static Snippet of(CodeBlock block) {
        Matcher from = FROM.matcher(block.above());
        if (!from.matches()) {
            throw new AssertionError(
                    "the java block at " + block.place() + " has no line <!-- from FILE#TAG --> right above it");
        }
        return new Snippet(block, from.group(1), from.group(2));
    }

    String source(Path root) throws IOException {
        return tagged(Files.readString(root.resolve(file)), tag);
    }

    /** The lines between {@code // tag::TAG[]} and {@code // end::TAG[]}, without the indent they share. */
    static String tagged(String source, String tag) {
        List<String> lines = source.lines().toList();
        List<String> stripped = lines.stream().map(String::strip).toList();
        int begin = stripped.indexOf("// tag::" + tag + "[]");
        int end = stripped.indexOf("// end::" + tag + "[]");
        if (begin < 0 || end < begin) {
            throw new AssertionError("there is no // tag::" + tag + "[] followed by // end::" + tag + "[]");
        }
        return String.join("\n", lines.subList(begin + 1, end)).stripIndent() + "\n";
    }
}
