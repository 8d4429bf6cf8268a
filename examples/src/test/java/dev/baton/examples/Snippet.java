// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Java block of a document, and the tagged part of a source file that the comment right above it names:
 * {@code <!-- from examples/src/main/java/…/RunOnOneNode.java#embed -->}.
 *
 * @param line where the block begins, from 1
 */
record Snippet(int line, String file, String tag, String text) {
    private static final Pattern FROM = Pattern.compile("<!-- from (\\S+)#(\\S+) -->");

    /** All Java blocks of a document; each must name its source. */
    static List<Snippet> in(String document) {
        List<String> lines = document.lines().toList();
        List<Snippet> snippets = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).strip().equals("```java")) {
                continue;
            }
            Matcher from = FROM.matcher(i == 0 ? "" : lines.get(i - 1).strip());
            if (!from.matches()) {
                throw new AssertionError(
                        "the java block at line " + (i + 1) + " has no line <!-- from FILE#TAG --> right above it");
            }
            int end = i + 1;
            while (end < lines.size() && !lines.get(end).strip().equals("```")) {
                end++;
            }
            if (end == lines.size()) {
                throw new AssertionError("the java block at line " + (i + 1) + " is not closed");
            }
            snippets.add(new Snippet(i + 1, from.group(1), from.group(2), joined(lines.subList(i + 1, end))));
            i = end;
        }
        return snippets;
    }

    String title() {
        return file + "#" + tag;
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

    private static String joined(List<String> lines) {
        return String.join("\n", lines) + "\n";
    }
}
