// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Plain words in main sources and documents, common names for constants, and one type per simple name. What is not
 * wanted is in {@code vocabulary/phrases.txt}, with what to write instead; add to it what you stumble over.
 */
class VocabularyTest {
    private static final Path ROOT = Path.of("..");
    private static final Path LISTS = Path.of("src/test/resources/vocabulary");
    private static final Pattern TEXT = Pattern.compile(".*\\.(md|java|js|html|css|yml|txt|service)");
    /** Figures of speech where every Java reader knows MAX, MIN and DEFAULT. Of fields: columns and sums may be called so. */
    private static final Pattern CONSTANT = Pattern.compile(
            "static final [^=;(]*\\b(MOST|LONGEST|LARGEST|SHORTEST|LEAST|FEWEST|USUAL)(_[A-Z0-9_]+)?\\s*=");

    @Test
    void wordsAreThoseOfEngineers() throws IOException {
        Map<Pattern, String> phrases = phrases();
        List<String> found = new ArrayList<>();
        for (Path file : texts()) {
            found.addAll(findings(ROOT.relativize(file).toString(), Files.readAllLines(file), phrases));
        }

        assertThat(found).isEmpty();
    }

    @Test
    void constantsAreNamedAsEverywhere() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : sources("")) {
            found.addAll(findings(
                    ROOT.relativize(file).toString(),
                    Files.readAllLines(file),
                    Map.of(CONSTANT, "MAX_…, MIN_… or DEFAULT_…, with a noun")));
        }

        assertThat(found).isEmpty();
    }

    @Test
    void aSimpleNameIsOfOneType() throws IOException {
        Map<String, Set<String>> files = new TreeMap<>();
        for (Path file : sources("main")) {
            String name = file.getFileName().toString().replace(".java", "");
            files.computeIfAbsent(name, it -> new TreeSet<>())
                    .add(ROOT.relativize(file).toString());
        }
        files.remove("package-info");

        Set<String> same = files.entrySet().stream()
                .filter(it -> it.getValue().size() > 1)
                .map(it -> it.getKey() + ": " + String.join(", ", it.getValue()))
                .filter(it -> !allowedNames().contains(it.substring(0, it.indexOf(':'))))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(same).isEmpty();
    }

    @Test
    void aPhraseIsFoundWithItsPlaceAndWhatToWriteInstead() throws IOException {
        List<String> text = List.of("/** Stops. */", "    // Whoever asks is answered.", "    int longest;");

        assertThat(findings("A.java", text, phrases()))
                .singleElement()
                .satisfies(it ->
                        assertThat(it).startsWith("A.java:2: \"Whoever\": ").contains("the caller"));
    }

    @Test
    void aConstantOfTheOldKindIsFoundAndAnotherIsNot() {
        List<String> source = List.of(
                "    private static final int LONGEST" + "_NAME = 128;",
                "    static final int MAX_NAME = 128;",
                "    String sql = \"LEAST(expires_at, now())\";");

        assertThat(findings("A.java", source, Map.of(CONSTANT, "MAX_…")))
                .hasSize(1)
                .first()
                .satisfies(it -> assertThat(it).startsWith("A.java:1:"));
    }

    private static List<String> findings(String file, List<String> lines, Map<Pattern, String> phrases) {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            int number = i + 1;
            String line = lines.get(i);
            phrases.forEach((phrase, advice) -> phrase.matcher(line)
                    .results()
                    .forEach(it -> found.add(file + ":" + number + ": \"" + it.group() + "\": " + advice)));
        }
        return found;
    }

    private static Map<Pattern, String> phrases() throws IOException {
        Map<Pattern, String> phrases = new LinkedHashMap<>();
        for (String line : list("phrases.txt")) {
            String[] parts = line.split(" => ", 2);
            phrases.put(Pattern.compile(parts[0], Pattern.CASE_INSENSITIVE), parts[1]);
        }
        assertThat(phrases).isNotEmpty();
        return phrases;
    }

    private static Set<String> allowedNames() {
        try {
            return list("same-names.txt").stream()
                    .map(it -> it.split(" ", 2)[0])
                    .collect(Collectors.toSet());
        } catch (IOException missing) {
            throw new AssertionError(missing);
        }
    }

    private static List<String> list(String name) throws IOException {
        try (Stream<String> lines = Files.lines(LISTS.resolve(name))) {
            return lines.filter(it -> !it.isBlank() && !it.startsWith("#")).toList();
        }
    }

    /** Main sources, and documents wherever they are. */
    private static List<Path> texts() throws IOException {
        return files().stream()
                .filter(it -> TEXT.matcher(it.toString()).matches())
                .filter(it -> it.toString().endsWith(".md") || it.toString().contains("/src/main/"))
                .toList();
    }

    private static List<Path> sources(String kind) throws IOException {
        return files().stream()
                .filter(it -> it.toString().endsWith(".java") && it.toString().contains("/src/" + kind))
                .toList();
    }

    private static List<Path> files() throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean built = folder.endsWith("target") || folder.endsWith(".git");
                return built ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                found.add(file);
                return FileVisitResult.CONTINUE;
            }
        });
        assertThat(found).as("files").hasSizeGreaterThan(100);
        return found;
    }
}
