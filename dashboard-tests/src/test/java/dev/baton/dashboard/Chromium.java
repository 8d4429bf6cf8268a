// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** The machine's Chromium, started once for all tests. Where there is none, the tests say so and are left out. */
final class Chromium implements BeforeAllCallback, ParameterResolver {
    private static final ExtensionContext.Namespace HERE = ExtensionContext.Namespace.create(Chromium.class);
    private static final List<Path> PLACES = Stream.of(
                    "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
            .map(Path::of)
            .toList();
    /** No sandbox, since builds run as root in containers; nothing that speaks to the outside. */
    private static final List<String> QUIETLY = List.of(
            "--no-sandbox",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run");

    private record Running(Playwright playwright, Browser browser) implements AutoCloseable {
        static Running start(Path chromium) {
            Playwright playwright = Playwright.create(
                    new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
            Browser browser = playwright
                    .chromium()
                    .launch(new BrowserType.LaunchOptions()
                            .setExecutablePath(chromium)
                            .setArgs(QUIETLY));
            return new Running(playwright, browser);
        }

        @Override
        public void close() {
            browser.close();
            playwright.close();
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Optional<Path> chromium = PLACES.stream().filter(Files::isExecutable).findFirst();
        if (chromium.isEmpty()) {
            System.err.println("No Chromium on this machine: "
                    + context.getDisplayName()
                    + " is left out. Debian has it as the package chromium.");
        }
        Assumptions.assumeTrue(chromium.isPresent(), "no Chromium on this machine");
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Browser.class;
    }

    @Override
    public Browser resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Path chromium = PLACES.stream().filter(Files::isExecutable).findFirst().orElseThrow();
        // Surefire executes class after class, each under a root of its own, in one session.
        return context.getStore(ExtensionContext.StoreScope.LAUNCHER_SESSION, HERE)
                .computeIfAbsent(Running.class, key -> Running.start(chromium), Running.class)
                .browser();
    }
}
