// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The page in its own tab. It remembers whatever the browser complained of. */
final class Dashboard implements AutoCloseable {
    private static final double PATIENCE_MILLIS = 20_000;

    private final BrowserContext context;
    private final Page page;
    private final String address;
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    private Dashboard(BrowserContext context, String address) {
        this.context = context;
        this.address = address;
        context.setDefaultTimeout(PATIENCE_MILLIS);
        // Before any script of the page: what the policy stops is told here even if the console is silent.
        context.addInitScript("addEventListener('securitypolicyviolation',"
                + " e => console.error('policy: ' + e.violatedDirective + ' ' + e.blockedURI))");
        page = context.newPage();
        page.onConsoleMessage(message -> {
            boolean bad = message.type().equals("error") || message.type().equals("warning");
            // That the API refused something is an answer, and Chromium notes it with its address.
            if (bad && !message.location().contains("/api/")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
    }

    static Dashboard open(Browser browser, String address, String route) {
        return open(browser, address, route, ColorScheme.LIGHT);
    }

    static Dashboard open(Browser browser, String address, String route, ColorScheme scheme) {
        Dashboard dashboard = new Dashboard(
                browser.newContext(new Browser.NewContextOptions()
                        .setViewportSize(1440, 900)
                        .setColorScheme(scheme)
                        .setTimezoneId("UTC")
                        .setLocale("en-GB")),
                address);
        dashboard.page.navigate(address + "/" + route);
        return dashboard;
    }

    Page page() {
        return page;
    }

    void go(String route) {
        page.navigate(address + "/" + route);
    }

    Locator find(String selector) {
        return page.locator(selector);
    }

    /** The row of a list whose first cell begins with this name. */
    Locator row(String list, String name) {
        return page.locator("main ." + list + " .rows > .row")
                .filter(new Locator.FilterOptions()
                        .setHas(page.getByText(name, new Page.GetByTextOptions().setExact(true))));
    }

    /** Waits until the text is in sight. */
    void sees(String text) {
        page.getByText(text).first().waitFor();
    }

    void seesNot(String selector) {
        page.locator(selector).waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.HIDDEN));
    }

    /** Waits until this JavaScript expression is true. */
    void until(String expression) {
        page.waitForFunction("() => " + expression);
    }

    /** Waits until the page follows the events. */
    void awaitLive() {
        until("document.querySelector('#connection').textContent === 'Live'");
    }

    void press(String key) {
        page.keyboard().press(key);
    }

    List<String> complaints() {
        return List.copyOf(complaints);
    }

    void assertNoComplaints() {
        assertThat(complaints).as("what the browser complained of").isEmpty();
    }

    @Override
    public void close() {
        context.close();
    }
}
