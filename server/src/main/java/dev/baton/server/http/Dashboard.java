// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.server.api.ApiError;
import dev.baton.server.api.ApiException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The page: files of the jar, under a policy by which nothing runs or loads that is not among them. */
final class Dashboard {
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

    List<Route> routes() {
        return List.of(
                Route.open("/", call -> file(call, "index.html")),
                Route.open("/assets/<file>", call -> file(call, "assets/" + checked(call.path("file")))));
    }

    private static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new ApiException(ApiError.NOT_FOUND, "there is no such file");
        }
        return name;
    }

    private static void file(Call call, String name) throws IOException {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        try (InputStream in = Dashboard.class.getResourceAsStream("/dashboard/" + name)) {
            if (in == null || type == null) {
                throw new ApiException(ApiError.NOT_FOUND, "there is no such file");
            }
            call.context()
                    .header("Content-Security-Policy", POLICY)
                    .header("Cache-Control", "no-cache")
                    .contentType(type)
                    .result(in.readAllBytes());
        }
    }
}
