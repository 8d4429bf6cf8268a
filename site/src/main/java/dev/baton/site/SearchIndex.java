// SPDX-License-Identifier: Apache-2.0
package dev.baton.site;

import java.util.ArrayList;
import java.util.List;

/** All sections of all documents, as a script: a page that was opened as a file may load that, and nothing else. */
final class SearchIndex {
    private final List<String> entries = new ArrayList<>();

    void add(Document document) {
        for (Document.Section section : document.sections()) {
            entries.add("[" + Html.quote(document.title()) + "," + Html.quote(section.heading()) + ","
                    + Html.quote(document.page() + "#" + section.anchor()) + "," + Html.quote(section.text()) + "]");
        }
    }

    String script() {
        return "window.batonSections=[\n" + String.join(",\n", entries) + "\n];\n";
    }
}
