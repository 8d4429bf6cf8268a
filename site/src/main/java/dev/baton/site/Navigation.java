// SPDX-License-Identifier: Apache-2.0
package dev.baton.site;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The documents in the order in which they are listed beside each page. One that no group names is listed as well. */
final class Navigation {
    private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

    static {
        GROUPS.put("Start", List.of("README.md", "ARCHITECTURE.md", "docs/glossary.md"));
        GROUPS.put(
                "Electors",
                List.of(
                        "docs/sql.md",
                        "docs/raft.md",
                        "docs/registry.md",
                        "docs/bully.md",
                        "docs/peer-channel.md",
                        "docs/elector.md"));
        GROUPS.put(
                "In your program", List.of("docs/spring.md", "docs/duties.md", "docs/work.md", "docs/allocation.md"));
        GROUPS.put(
                "As a node",
                List.of(
                        "docs/server.md",
                        "docs/packages.md",
                        "docs/cli.md",
                        "docs/dashboard.md",
                        "docs/monitoring.md",
                        "docs/admin-api.md",
                        "docs/commands.md",
                        "docs/kafka.md",
                        "docs/controller.md",
                        "docs/partitions.md"));
        GROUPS.put("Migrate", List.of("docs/migrate/"));
        GROUPS.put("More", List.of("docs/", "CHANGELOG.md", "CONTRIBUTING.md", ""));
        GROUPS.put("Decisions", List.of("docs/adr/"));
    }

    private final Map<String, List<Document>> groups = new LinkedHashMap<>();

    Navigation(Collection<Document> documents) {
        Map<String, Document> left = new TreeMap<>();
        documents.forEach(it -> left.put(it.path(), it));
        GROUPS.forEach((name, paths) -> {
            List<Document> group = new ArrayList<>();
            paths.forEach(path -> take(left, path, group));
            groups.put(name, group);
        });
    }

    private static void take(Map<String, Document> left, String path, List<Document> group) {
        if (path.isEmpty() || path.endsWith("/")) {
            List<Document> found = left.values().stream()
                    .filter(it -> it.path().startsWith(path))
                    // A folder that has a group is left to it.
                    .filter(it -> path.matches("docs/.+/") || !isInFolderOfItsOwn(it))
                    .toList();
            found.forEach(it -> left.remove(it.path()));
            group.addAll(found);
        } else {
            Document found = left.remove(path);
            if (found != null) {
                group.add(found);
            }
        }
    }

    private static boolean isInFolderOfItsOwn(Document document) {
        return GROUPS.values().stream()
                .flatMap(List::stream)
                .anyMatch(it -> it.matches("docs/.+/") && document.path().startsWith(it));
    }

    /** Links from a page to all documents. */
    String html(String page) {
        StringBuilder html = new StringBuilder();
        groups.forEach((name, documents) -> {
            if (documents.isEmpty()) {
                return;
            }
            boolean here = documents.stream().anyMatch(it -> it.page().equals(page));
            boolean folded = name.equals("Decisions") && !here;
            html.append(folded ? "<details>" : "<details open>")
                    .append("<summary>")
                    .append(name)
                    .append("</summary><ul>");
            for (Document document : documents) {
                html.append("<li><a href=\"")
                        .append(Links.relative(page, document.page()))
                        .append(document.page().equals(page) ? "\" aria-current=\"page\">" : "\">")
                        .append(Html.escape(label(document)))
                        .append("</a></li>");
            }
            html.append("</ul></details>");
        });
        return html.toString();
    }

    private static String label(Document document) {
        return document.path().equals("README.md") ? "What it is" : document.title();
    }
}
