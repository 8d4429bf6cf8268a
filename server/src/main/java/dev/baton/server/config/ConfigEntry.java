// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.config;

import java.util.List;

/**
 * A key that is set.
 *
 * @param path the key, with the position in each list: {@code elections[0].name}
 * @param values one value, or those of a list
 * @param origin where it was set, for messages: {@code node.yml:12}, {@code BATON_NODE_ID}
 */
record ConfigEntry(String path, List<Scalar> values, boolean list, String origin) {
    /** The key without positions: {@code elections[].name}. */
    String pattern() {
        return pattern(path);
    }

    static String pattern(String path) {
        return path.replaceAll("\\[\\d+]", "[]");
    }
}
