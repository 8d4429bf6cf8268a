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
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What is asked of the text of sources, which class files do not show. */
class SourceFilesTest {
    private static final Path ROOT = Path.of("..");
    private static final int MAX_LINES = 400;
    private static final Pattern BUILDER = Pattern.compile("^( *)public (static )?final class \\w*Builder\\b.*");

    @Test
    void noFileIsTooLongToBeRead() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path source : sources("")) {
            long lines = Files.readAllLines(source).size();
            if (lines > MAX_LINES) {
                tooLong.add(ROOT.relativize(source) + " has " + lines + " lines");
            }
        }

        assertThat(tooLong).isEmpty();
    }

    @Test
    void methodsOfBuildersSayWhatTheySet() throws IOException {
        List<String> silent = new ArrayList<>();
        for (Path source : sources("main")) {
            for (String method : undocumentedBuilderMethods(Files.readAllLines(source))) {
                silent.add(ROOT.relativize(source) + ": " + method);
            }
        }

        assertThat(silent).isEmpty();
    }

    @Test
    void aMethodOfABuilderWithoutASentenceIsFound() {
        List<String> source = List.of(
                "    public static final class Builder {",
                "        /** Sets one. */",
                "        public Builder one(int i) {",
                "        }",
                "        /** @param i two */",
                "        public Builder two(int i) {",
                "        }",
                "        public Builder three(int i) {",
                "        }",
                "    }",
                "    public int after() {",
                "    }");

        assertThat(undocumentedBuilderMethods(source))
                .containsExactly("public Builder two(int i) {", "public Builder three(int i) {");
    }

    private static List<String> undocumentedBuilderMethods(List<String> source) {
        List<String> found = new ArrayList<>();
        String indent = null;
        for (int i = 0; i < source.size(); i++) {
            String line = source.get(i);
            Matcher begin = BUILDER.matcher(line);
            if (begin.matches()) {
                indent = begin.group(1);
            } else if (indent != null && line.equals(indent + "}")) {
                indent = null;
            } else if (indent != null && line.startsWith(indent + "    public ") && line.contains("(")) {
                String before = i == 0 ? "" : source.get(i - 1).strip();
                if (!before.endsWith("*/") || before.startsWith("/** @")) {
                    found.add(line.strip());
                }
            }
        }
        return found;
    }

    /** @param kind {@code main}, {@code test}, or empty for both */
    private static List<Path> sources(String kind) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean built = folder.endsWith("target") || folder.endsWith(".git");
                return built ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.toString();
                if (name.endsWith(".java") && name.contains("/src/" + kind)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        assertThat(found).as("sources").hasSizeGreaterThan(100);
        return found;
    }
}
