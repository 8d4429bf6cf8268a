// SPDX-License-Identifier: Apache-2.0
package dev.baton.site;

import java.util.List;
import java.util.stream.Collectors;

/** What all pages have around their content. */
final class Template {
    private static final int SHOWN_LEVELS = 3;

    private final String version;
    private final String frame;

    Template(String version, String frame) {
        this.version = version;
        this.frame = frame;
    }

    String document(Document document, Navigation navigation) {
        return page(document.page(), document.title(), document.html(), contents(document), navigation);
    }

    /** A source, or any other text that a document links to. */
    String source(String path, String text, Navigation navigation) {
        String content =
                "<h1 class=\"path\">" + Html.escape(path) + "</h1><pre><code>" + Html.escape(text) + "</code></pre>";
        return page(Links.page(path), path, content, "", navigation);
    }

    String folder(String path, List<String> names, Navigation navigation) {
        String page = Links.page(path);
        String content = names.stream()
                .map(name -> "<li><a href=\"" + Links.relative(page, Links.page(path + "/" + name)) + "\">"
                        + Html.escape(name) + "</a></li>")
                .collect(Collectors.joining(
                        "", "<h1 class=\"path\">" + Html.escape(path) + "</h1><ul class=\"files\">", "</ul>"));
        return page(page, path, content, "", navigation);
    }

    private static String contents(Document document) {
        return document.sections().stream()
                .filter(it -> it.level() > 1 && it.level() <= SHOWN_LEVELS)
                .map(it -> "<li class=\"level-" + it.level() + "\"><a href=\"#" + it.anchor() + "\">"
                        + Html.escape(it.heading()) + "</a></li>")
                .collect(Collectors.joining());
    }

    private String page(String page, String title, String content, String contents, Navigation navigation) {
        // The content last: what stands in it is not looked at again.
        return frame.replace("{{root}}", Links.root(page))
                .replace("{{page}}", Html.escape(page))
                .replace("{{version}}", Html.escape(version))
                .replace("{{title}}", Html.escape(title))
                .replace("{{navigation}}", navigation.html(page))
                .replace("{{contents}}", contents)
                .replace("{{content}}", content);
    }
}
