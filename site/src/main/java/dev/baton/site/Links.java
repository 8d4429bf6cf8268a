// SPDX-License-Identifier: Apache-2.0
package dev.baton.site;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/** Where a link of a document leads, in the repository and among the pages. */
final class Links {
    private Links() {}

    /** The file of the repository that a link names, without its anchor; empty if it leads elsewhere. */
    static Optional<String> file(String from, String link) {
        if (link.isEmpty() || link.startsWith("#") || link.matches("[a-z][a-z0-9+.-]*:.*")) {
            return Optional.empty();
        }
        String path = URI.create(from).resolve(path(link)).getPath();
        return Optional.of(path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
    }

    /** The same link, between pages. */
    static String toPage(String from, String link) {
        return file(from, link)
                .map(file -> relative(from, page(file)) + anchor(link))
                .orElse(link);
    }

    /** The page of a file or folder. What has no ending, as most folders, is an {@code index.html} below its name. */
    static String page(String file) {
        String name = file.substring(file.lastIndexOf('/') + 1);
        if (file.equals("README.md")) {
            return "index.html";
        }
        if (name.endsWith(".md")) {
            return file.substring(0, file.length() - ".md".length()) + ".html";
        }
        if (isPicture(name)) {
            return file;
        }
        return name.contains(".") ? file + ".html" : file + "/index.html";
    }

    /** From one page to another. */
    static String relative(String fromPage, String toPage) {
        return root(fromPage) + toPage;
    }

    /** From a page to the folder of all pages. */
    static String root(String page) {
        return "../".repeat((int) page.chars().filter(c -> c == '/').count());
    }

    static boolean isPicture(String path) {
        return path.toLowerCase(Locale.ROOT).matches(".*\\.(png|svg|jpg|gif)");
    }

    private static String path(String link) {
        int anchor = link.indexOf('#');
        return anchor < 0 ? link : link.substring(0, anchor);
    }

    private static String anchor(String link) {
        return link.substring(path(link).length());
    }
}
