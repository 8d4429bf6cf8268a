// SPDX-License-Identifier: Apache-2.0
package dev.baton.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** NOTICE, which the distribution brings, has the libraries whose jars say nothing of their licence, and no others. */
class NoticeIT {
    private static final Pattern LISTED = Pattern.compile("(?m)^  (\\S+)\\*  ");
    private static final Pattern OWN = Pattern.compile("(.*/)?(license|notice|copying|copyright|about\\.html)[^/]*");

    @Test
    void everyJarHasItsNoticeOrIsListed() throws IOException {
        List<String> listed = LISTED.matcher(Files.readString(Path.of("..", "NOTICE")))
                .results()
                .map(it -> it.group(1))
                .toList();
        List<String> silent = new ArrayList<>();
        try (Stream<Path> distribution = Files.walk(Path.of("..", "cli", "target"), 4)) {
            List<Path> jars = distribution
                    .filter(it ->
                            it.getParent().endsWith("lib") && it.toString().endsWith(".jar"))
                    .filter(it -> !it.getFileName().toString().startsWith("baton-"))
                    .toList();
            assertThat(jars).hasSizeGreaterThan(50);
            for (Path jar : jars) {
                if (!hasNotice(jar)) {
                    silent.add(jar.getFileName().toString());
                }
            }
        }

        assertThat(silent)
                .allSatisfy(jar -> assertThat(listed)
                        .as("lines of NOTICE for %s", jar)
                        .filteredOn(jar::startsWith)
                        .hasSize(1));
        assertThat(listed)
                .as("lines of NOTICE without such a jar")
                .allMatch(it -> silent.stream().anyMatch(jar -> jar.startsWith(it)));
    }

    private static boolean hasNotice(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(it -> it.getName().toLowerCase(Locale.ROOT))
                    .anyMatch(it -> OWN.matcher(it).matches());
        }
    }
}
