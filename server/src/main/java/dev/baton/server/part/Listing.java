// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.part;

import java.util.List;
import java.util.Optional;

/**
 * A list of a part: the command {@code baton NAME}, and a page of the dashboard.
 *
 * @param name of the command, and in the address of the page
 * @param title of the page
 * @param about in the help of the command
 * @param path of the call that answers it, without parameters
 * @param field of the answer that is the list
 * @param script resource with the page as a JavaScript module, if a table is not enough; see docs/dashboard.md
 */
public record Listing(
        String name,
        String title,
        String about,
        String path,
        String field,
        List<Column> columns,
        Optional<String> script) {
    /**
     * A column of the table.
     *
     * @param field of an entry of the list; where it is absent, the cell is empty
     */
    public record Column(String title, String field) {}
}
