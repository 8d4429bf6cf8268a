// SPDX-License-Identifier: Apache-2.0
package dev.baton.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of this repository's documents, as they are rendered. */
class SitePagesTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]+)\"");
    private static final Pattern ANCHOR = Pattern.compile("id=\"([^\"]+)\"");

    @TempDir
    private static Path site;

    private static final Map<String, String> PAGES = new HashMap<>();

    @BeforeAll
    static void render() throws IOException {
        SiteBuild.render(ROOT, site, "1.2.3-test");
        try (Stream<Path> files = Files.walk(site)) {
            for (Path file : files.filter(it -> it.toString().endsWith(".html")).toList()) {
                PAGES.put(site.relativize(file).toString(), Files.readString(file));
            }
        }
    }

    @Test
    void everyDocumentHasAPageThatIsListedOnAllOthers() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            List<String> pages = docs.map(it -> ROOT.relativize(it).toString())
                    .filter(it -> it.endsWith(".md"))
                    .map(Links::page)
                    .toList();
            assertThat(pages).hasSizeGreaterThan(30);
            assertThat(PAGES.keySet()).containsAll(pages);
            assertThat(pages)
                    .allSatisfy(page -> assertThat(PAGES.get("index.html")).contains("<li><a href=\"" + page + "\""));
        }
    }

    @Test
    void everyLinkLeadsSomewhere() {
        assertThat(PAGES).hasSizeGreaterThan(60);
        List<String> broken = new ArrayList<>();
        PAGES.forEach((page, html) -> LINK.matcher(html)
                .results()
                .map(it -> it.group(1))
                .filter(link -> !leadsSomewhere(page, link))
                .forEach(link -> broken.add(page + " -> " + link)));

        assertThat(broken).isEmpty();
    }

    private static boolean leadsSomewhere(String page, String link) {
        URI target = URI.create(link);
        if (target.isAbsolute()) {
            return link.startsWith("https://") || link.startsWith("http://");
        }
        String path = target.getPath().isEmpty()
                ? page
                : URI.create(page).resolve(target).getPath();
        String anchor = target.getFragment();
        return Files.isRegularFile(site.resolve(path))
                && (anchor == null || anchors(path).contains(anchor));
    }

    private static Set<String> anchors(String page) {
        Set<String> anchors = new HashSet<>();
        ANCHOR.matcher(PAGES.getOrDefault(page, "")).results().forEach(it -> anchors.add(it.group(1)));
        return anchors;
    }

    @Test
    void brokenLinksAreFound() {
        assertThat(leadsSomewhere("index.html", "docs/sql.html")).isTrue();
        assertThat(leadsSomewhere("docs/sql.html", "#no-such-heading")).isFalse();
        assertThat(leadsSomewhere("docs/sql.html", "../docs/nowhere.html")).isFalse();
        assertThat(leadsSomewhere("docs/sql.html", "javascript:x")).isFalse();
    }

    @Test
    void whatIsFoundBySearchIsThere() throws IOException {
        String index = Files.readString(site.resolve("assets/search-index.js"));
        List<String> urls = Pattern.compile("\",\"([^\"]+\\.html#[^\"]*)\",\"")
                .matcher(index)
                .results()
                .map(it -> it.group(1))
                .toList();

        assertThat(urls).hasSizeGreaterThan(200).allMatch(url -> leadsSomewhere("index.html", url));
    }

    @Test
    void whateverADocumentLinksToHasAPage(@TempDir Path folder) throws IOException {
        Path root = Files.createDirectories(folder.resolve("repository"));
        Files.createDirectories(root.resolve("docs"));
        Files.createDirectories(root.resolve("server/src/main/resources/dashboard/assets"));
        Files.writeString(root.resolve("server/src/main/resources/dashboard/assets/icon.svg"), "<svg/>");
        Files.createDirectories(root.resolve("units.d"));
        Files.writeString(root.resolve("units.d/a.conf"), "a");
        Files.writeString(root.resolve("run"), "#!/bin/sh\necho '<b>' \"{{title}}\"\n");
        Files.writeString(root.resolve("README.md"), "# Title\n[a](run) [b](units.d) [c](docs/x.md#y) [d](nowhere)\n");
        Files.writeString(root.resolve("docs/x.md"), "# X\n## Y\n");

        SiteBuild.render(root, folder.resolve("out"), "1");

        Path out = folder.resolve("out");
        assertThat(out.resolve("run/index.html")).content().contains("echo '&lt;b&gt;' &quot;{{title}}&quot;");
        assertThat(out.resolve("units.d.html")).content().contains("href=\"units.d/a.conf.html\"");
        assertThat(out.resolve("units.d/a.conf.html")).exists();
        assertThat(out.resolve("index.html")).content().contains("href=\"docs/x.html#y\"");
        assertThat(out.resolve("nowhere")).doesNotExist();
    }

    @Test
    void searchReadsWhatAReaderReads() {
        Document document = Document.parse("a.md", """
                # A `b` c
                Words with a [link](b.md) and `code`.

                | one | two |
                |---|---|
                | 1 | 2 |

                ## Next
                <!-- from x#y -->
                ```java
                int i;
                ```
                """);

        assertThat(document.title()).isEqualTo("A b c");
        assertThat(document.sections())
                .containsExactly(
                        new Document.Section(1, "A b c", "a-b-c", "Words with a link and code. one two 1 2"),
                        new Document.Section(2, "Next", "next", "int i;"));
    }

    @Test
    void noPageLoadsAnythingFromElsewhere() {
        PAGES.forEach((page, html) -> assertThat(html)
                .as(page)
                .doesNotContainPattern("<(script|img|link|iframe)[^>]*(src|href)=\"(https?:)?//"));
    }

    @Test
    void everyPageShowsTheVersionAndNoComment() {
        PAGES.forEach((page, html) -> assertThat(html)
                .as(page)
                .contains("1.2.3-test")
                .doesNotContain("{{navigation}}")
                .doesNotContain("&lt;!-- from "));
    }

    @Test
    void documentsAreListedWhereTheyAreLookedFor() {
        String navigation = PAGES.get("index.html");

        assertThat(section(navigation, "In your program")).startsWith("docs/spring.html");
        assertThat(section(navigation, "As a node"))
                .contains("docs/monitoring.html", "docs/kafka.html", "docs/controller.html", "docs/partitions.html");
        assertThat(section(navigation, "More")).doesNotContain("docs/spring.html", "docs/kafka.html");
    }

    private static List<String> section(String html, String name) {
        String list = html.replaceAll("(?s).*<summary>" + name + "</summary><ul>(.*?)</ul>.*", "$1");
        return Pattern.compile("<a href=\"([^\"]+)\"")
                .matcher(list)
                .results()
                .map(it -> it.group(1))
                .toList();
    }
}
