// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.testkit.docs.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A line of a document that runs the build, or options of it that a document names by themselves. */
record BuildLine(String document, List<String> words) {
    private static final Pattern SPAN = Pattern.compile("`([^`]+)`");
    private static final Pattern BUILD = Pattern.compile("(\\./mvnw |-pl |-P[a-z]|-D(baton|h2)\\.).*");

    /** Those of all documents. */
    static List<BuildLine> ofProject() throws IOException {
        List<BuildLine> all = new ArrayList<>();
        for (CodeBlock block : CodeBlock.ofProject(ProjectFiles.ROOT)) {
            block.text().lines().filter(BuildLine::isOne).forEach(line -> all.add(of(block.place(), line)));
        }
        for (Path file : ProjectFiles.documents()) {
            all.addAll(inText(ProjectFiles.ROOT.relativize(file).toString(), Files.readString(file)));
        }
        return all;
    }

    /** Those between backticks, which may go over the end of a line. */
    static List<BuildLine> inText(String document, String markdown) {
        List<BuildLine> found = new ArrayList<>();
        Matcher span = SPAN.matcher(markdown.replaceAll("(?ms)^ *```.*?^ *```$", ""));
        while (span.find()) {
            String line = span.group(1).replaceAll("\\s+", " ").strip();
            if (isOne(line)) {
                found.add(of(document, line));
            }
        }
        return found;
    }

    private static boolean isOne(String line) {
        return BUILD.matcher(line).matches();
    }

    static BuildLine of(String document, String line) {
        return new BuildLine(
                document,
                Arrays.stream(line.replaceAll(" +#.*", "").split(" +"))
                        .filter(word -> !word.equals("…"))
                        .toList());
    }

    /** Whether it can be typed as it stands; else it names options to add to another line. */
    boolean isWhole() {
        return words.get(0).endsWith("mvnw");
    }

    boolean has(String word) {
        return words.contains(word);
    }

    /** The values of an option: {@code -pl a,b} or {@code -Dtest=A,B}. */
    List<String> valuesOf(String option) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.startsWith(option + "=")) {
                return List.of(word.substring(option.length() + 1).split("[,|]"));
            }
            if (word.equals(option) && i + 1 < words.size() && !option.startsWith("-D")) {
                return List.of(words.get(i + 1).split(","));
            }
        }
        return List.of();
    }

    /** What it asks Maven to do, without options and their values. */
    List<String> goals() {
        List<String> goals = new ArrayList<>();
        for (int i = 1; i < words.size(); i++) {
            if (!words.get(i).startsWith("-") && !words.get(i - 1).equals("-pl")) {
                goals.add(words.get(i));
            }
        }
        return goals;
    }

    @Override
    public String toString() {
        return document + " " + String.join(" ", words);
    }
}
