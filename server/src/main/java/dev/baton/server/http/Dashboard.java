// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.admin.AdminJson;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.server.part.Listing;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The dashboard: files of the jar, served with a policy that lets nothing else run or load. */
public final class Dashboard {
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    /** Folders and a file: no segment begins with a dot, so none leads upwards. */
    private static final Pattern NAME = Pattern.compile("([a-z0-9-]+/){0,4}[a-z0-9-]+\\.[a-z0-9]+");

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "json", "application/json; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "ico", "image/x-icon",
            "woff2", "font/woff2",
            "txt", "text/plain; charset=utf-8");

    private final List<Listing> listings;

    /** @param listings the pages of parts */
    public Dashboard(List<Listing> listings) {
        this.listings = listings;
    }

    List<Route> routes() {
        return List.of(
                Route.file("/assets/js/part-pages.js", "The pages of parts", "text/javascript", this::pages)
                        .open(),
                Route.file("/assets/parts/{name}.js", "The script of a part's page", "text/javascript", this::script)
                        .open()
                        .refuses(404, "no such file"),
                Route.file("/", "The dashboard", "text/html", call -> file(call, "index.html"))
                        .open(),
                Route.file(
                                "/assets/<file>",
                                "Files of the dashboard",
                                "application/octet-stream",
                                call -> file(call, "assets/" + checked(call.path("file"))))
                        .open()
                        .refuses(404, "no such file"));
    }

    /** Sent as data in a module, since the page loads only its own files. */
    private void pages(ApiCall call) {
        List<Page> pages = listings.stream().map(Page::of).toList();
        send(call, TYPES.get("js"), ("export const PART_PAGES = " + AdminJson.write(pages) + ";\n").getBytes(UTF_8));
    }

    private record Page(
            String name, String title, String path, String field, List<Listing.Column> columns, boolean script) {
        static Page of(Listing it) {
            return new Page(
                    it.name(),
                    it.title(),
                    it.path(),
                    it.field(),
                    it.columns(),
                    it.script().isPresent());
        }
    }

    private void script(ApiCall call) throws IOException {
        String name = call.path("name");
        resource(
                call,
                listings.stream()
                        .filter(it -> it.name().equals(name))
                        .flatMap(it -> it.script().stream())
                        .findFirst()
                        .orElse(""));
    }

    private static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new ApiException(ApiError.NOT_FOUND, "there is no such file");
        }
        return name;
    }

    private static void file(ApiCall call, String name) throws IOException {
        resource(call, "/dashboard/" + name);
    }

    private static void resource(ApiCall call, String name) throws IOException {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        try (InputStream in = Dashboard.class.getResourceAsStream(name)) {
            if (in == null || type == null) {
                throw new ApiException(ApiError.NOT_FOUND, "there is no such file");
            }
            send(call, type, in.readAllBytes());
        }
    }

    private static void send(ApiCall call, @Nullable String type, byte[] file) {
        call.context()
                .header("Content-Security-Policy", POLICY)
                .header("Cache-Control", "no-cache")
                .contentType(String.valueOf(type))
                .result(file);
    }
}
