// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Puts what a benchmark has to show into the documents. */
final class Publication {
    private Publication() {}

    /**
     * Replaces pictures in {@code docs/images}, and tables between their marks in {@code docs/benchmarks.md}.
     *
     * @param files what the benchmark has to show, by name
     */
    static void write(Path root, String command, Map<String, String> files) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            if (file.getKey().endsWith(".md")) {
                Path page = root.resolve("docs/benchmarks.md");
                Files.writeString(page, replaced(Files.readString(page), file.getKey(), command, file.getValue()));
            } else {
                Files.writeString(root.resolve("docs/images").resolve(file.getKey()), file.getValue());
            }
        }
    }

    /** A page with another table between the marks of {@code name}. */
    static String replaced(String page, String name, String command, String table) {
        String begin = "<!-- begin " + name + " -->\n";
        String end = "<!-- end " + name + " -->\n";
        int from = page.indexOf(begin);
        int to = page.indexOf(end);
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("docs/benchmarks.md has no " + begin.strip() + " before " + end.strip());
        }
        return page.substring(0, from + begin.length()) + "Written by `" + command + " --publish`.\n\n" + table
                + page.substring(to);
    }
}
