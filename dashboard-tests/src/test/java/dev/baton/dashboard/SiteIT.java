// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.baton.site.SiteBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The documents as pages, opened as files: search, the two themes, and the switch between versions. */
@ExtendWith(Chromium.class)
class SiteIT {
    private static final String LIGHT = "rgb(255, 255, 255)";

    @TempDir
    private static Path tree;

    private final List<String> complaints = new ArrayList<>();
    private BrowserContext context;
    private Page page;

    @BeforeAll
    static void render() throws IOException {
        for (String version : List.of("0.1.0", "0.2.0-SNAPSHOT")) {
            SiteBuild.main(new String[] {"..", tree.toString(), version});
        }
        // As if it had come with the newer version.
        Files.delete(tree.resolve("0.1.0/docs/kafka.html"));
        Path list = tree.resolve("0.1.0/assets/documents.txt");
        Files.writeString(list, Files.readString(list).replace("docs/kafka.html\n", ""));
        SiteBuild.main(new String[] {"..", tree.toString(), "0.2.0-SNAPSHOT"});
    }

    @BeforeEach
    void open(Browser browser) {
        context = browser.newContext(new Browser.NewContextOptions().setColorScheme(ColorScheme.LIGHT));
        page = context.newPage();
        page.onPageError(complaints::add);
        page.onRequest(request -> {
            if (!request.url().startsWith("file:")) {
                complaints.add("asked for " + request.url());
            }
        });
    }

    @AfterEach
    void close() {
        context.close();
        assertThat(complaints).isEmpty();
    }

    private void show(String path) {
        page.navigate(tree.resolve(path).toUri().toString());
    }

    private String shown() {
        return page.url().substring(tree.toUri().toString().length());
    }

    @Test
    void searchFindsASectionAndLeadsToIt() {
        show("0.2.0-SNAPSHOT/docs/adr/0004-lanes.html");

        page.keyboard().press("/");
        page.keyboard().type("leaderonly promises");
        Locator first = page.locator("#results a").first();
        first.waitFor();

        assertThat(first.locator("strong").textContent()).contains("What @LeaderOnly promises");
        assertThat(first.locator("mark").count()).isPositive();
        page.keyboard().press("Enter");
        page.waitForURL("**/docs/spring.html#*");
        assertThat(shown()).isEqualTo("0.2.0-SNAPSHOT/docs/spring.html#what-leaderonly-promises");
        assertThat(page.locator(":target").isVisible()).isTrue();
    }

    @Test
    void wordsThatAreNowhereAreToldSo() {
        show("0.2.0-SNAPSHOT/index.html");

        page.locator("#search").fill("xyzzy");

        page.locator("#results .none").waitFor();
        page.keyboard().press("Escape");
        assertThat(page.locator("#results").isVisible()).isFalse();
    }

    @Test
    void theDarkThemeIsChosenAndRemembered() {
        show("0.2.0-SNAPSHOT/index.html");
        assertThat(ground()).isEqualTo(LIGHT);

        page.locator("#theme").click();
        String dark = ground();
        assertThat(dark).isNotEqualTo(LIGHT);

        show("0.2.0-SNAPSHOT/docs/sql.html");
        assertThat(ground()).isEqualTo(dark);
        page.locator("#theme").click();
        assertThat(ground()).isEqualTo(LIGHT);
    }

    @Test
    void theReadersOwnChoiceIsFollowedAtFirst() {
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        show("0.2.0-SNAPSHOT/index.html");

        assertThat(ground()).isNotEqualTo(LIGHT);
    }

    private String ground() {
        return (String) page.evaluate("getComputedStyle(document.body).backgroundColor");
    }

    @Test
    void theSwitchLeadsToTheSamePageOfAnotherVersion() {
        show("index.html");
        page.waitForURL("**/0.2.0-SNAPSHOT/index.html");
        show("0.2.0-SNAPSHOT/docs/adr/0004-lanes.html");
        Locator choice = page.locator("select#version");
        choice.waitFor();
        assertThat(choice.locator("option").allTextContents()).containsExactly("0.2.0-SNAPSHOT", "0.1.0");
        assertThat(choice.inputValue()).isEqualTo("0.2.0-SNAPSHOT");

        choice.selectOption("0.1.0");

        page.waitForURL("**/0.1.0/docs/adr/0004-lanes.html");
        assertThat(page.locator("select#version").inputValue()).isEqualTo("0.1.0");
    }

    @Test
    void aPageThatTheOtherVersionDoesNotHaveLeadsToItsFirst() {
        show("0.2.0-SNAPSHOT/docs/kafka.html");

        page.locator("select#version").selectOption("0.1.0");

        page.waitForURL("**/0.1.0/index.html");
    }
}
