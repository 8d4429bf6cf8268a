// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pictures of both themes, in {@code target/screenshots}; two of them are in the documentation. */
@ExtendWith(Chromium.class)
class ScreenshotsIT {
    private static final Path FOLDER = Path.of("target", "screenshots");
    private static final long MIN_BYTES = 50_000;

    @ParameterizedTest
    @EnumSource(names = {"LIGHT", "DARK"})
    void areMade(ColorScheme scheme, Browser browser) throws IOException {
        try (StubNode node = new StubNode(Showcase.scene());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "", scheme)) {
            dashboard.page().setViewportSize(1360, 900);
            dashboard.until("document.querySelectorAll('.chart .leadership.open').length === 5");
            take(dashboard, "overview", scheme);
            dashboard.go("#/elections/report-export");
            dashboard.find(".chart .gap").last().hover();
            take(dashboard, "election", scheme);
        }
    }

    private static void take(Dashboard dashboard, String name, ColorScheme scheme) throws IOException {
        dashboard.awaitLive();
        Path file = FOLDER.resolve("dashboard-" + name + "-" + scheme.name().toLowerCase(Locale.ROOT) + ".png");
        dashboard.page().screenshot(new Page.ScreenshotOptions().setPath(file));

        assertThat(Files.size(file)).as("bytes of %s", file).isGreaterThan(MIN_BYTES);
    }
}
