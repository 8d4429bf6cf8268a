// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The documents and sources of all modules. Their {@code target} folders are skipped: other modules are built meanwhile. */
final class ProjectFiles {
    static final Path ROOT = Path.of("..");

    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

    private ProjectFiles() {}

    static List<Path> documents() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(it -> it.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    /** Their folders, as the build names them. */
    static List<String> modules() throws IOException {
        return MODULE.matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .map(it -> it.group(1))
                .toList();
    }

    /** Java files of these modules. */
    static List<Path> sources(List<String> modules) throws IOException {
        List<Path> found = new ArrayList<>();
        for (String module : modules) {
            Path folder = ROOT.resolve(module).resolve("src");
            if (Files.exists(folder)) {
                try (Stream<Path> files = Files.walk(folder)) {
                    files.filter(it -> it.toString().endsWith(".java")).forEach(found::add);
                }
            }
        }
        return found;
    }
}
