// SPDX-License-Identifier: Apache-2.0
package dev.baton.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The versions in a tree of pages, each in a folder of its own. What folders there are says what versions there are: one
 * that is deleted is gone with the next build.
 */
final class Versions {
    /** Names the documents of a version, from its own folder. */
    static final String DOCUMENTS = "assets/documents.txt";

    private static final String NAME = "[0-9A-Za-z][0-9A-Za-z._-]*";

    private Versions() {}

    /** The folder of a version. */
    static Path folder(Path tree, String version) {
        if (!version.matches(NAME)) {
            throw new IllegalArgumentException("a version that cannot name a folder: " + version);
        }
        return tree.resolve(version);
    }

    /** All that are there, the newest first. */
    static List<String> in(Path tree) throws IOException {
        try (Stream<Path> folders = Files.list(tree)) {
            return folders.filter(it -> Files.isRegularFile(it.resolve(DOCUMENTS)))
                    .map(it -> it.getFileName().toString())
                    .sorted(NEWEST_FIRST)
                    .toList();
        }
    }

    /** Says which versions there are: to programs, to the pages, and to those who open the tree. */
    static void list(Path tree) throws IOException {
        List<String> versions = in(tree);
        List<String> entries = new ArrayList<>();
        for (String version : versions) {
            String documents = Files.readAllLines(tree.resolve(version).resolve(DOCUMENTS)).stream()
                    .map(Html::quote)
                    .collect(Collectors.joining(",", "[", "]"));
            entries.add("{\"version\":" + Html.quote(version) + ",\"pages\":" + documents + "}");
        }
        String json = "[\n" + String.join(",\n", entries) + "\n]";
        Files.writeString(tree.resolve("versions.json"), json + "\n");
        // A page that was opened as a file may load a script, and no data.
        Files.writeString(tree.resolve("versions.js"), "window.batonVersions=" + json + ";\n");
        String newest = Html.escape(versions.get(0));
        Files.writeString(tree.resolve("index.html"), """
                <!DOCTYPE html>
                <html lang="en">
                <meta charset="utf-8">
                <title>Baton</title>
                <meta http-equiv="refresh" content="0; url=%1$s/index.html">
                <a href="%1$s/index.html">Baton %1$s</a>
                """.formatted(newest));
    }

    /** By their numbers; what has something behind them, such as a snapshot, comes before the release of that number. */
    private static final Comparator<String> NEWEST_FIRST = ((Comparator<String>) Versions::compare).reversed();

    private static int compare(String one, String other) {
        String[] left = one.split("-", 2);
        String[] right = other.split("-", 2);
        int numbers = compareNumbers(left[0].split("\\.", -1), right[0].split("\\.", -1));
        if (numbers != 0) {
            return numbers;
        }
        if (left.length != right.length) {
            return Integer.compare(right.length, left.length);
        }
        return one.compareTo(other);
    }

    private static int compareNumbers(String[] left, String[] right) {
        for (int i = 0; i < Math.max(left.length, right.length); i++) {
            int order = Long.compare(number(left, i), number(right, i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static long number(String[] parts, int position) {
        return position < parts.length && parts[position].matches("\\d{1,9}") ? Long.parseLong(parts[position]) : 0;
    }
}
