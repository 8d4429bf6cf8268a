// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that a user may have meant. */
final class Suggestions {
    private static final int MAX_LENGTH = 100;

    private Suggestions() {}

    /** The name that differs in the fewest letters, if it is not a different word altogether. */
    static Optional<String> to(String written, Collection<String> names) {
        if (written.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        int most = Math.max(2, written.length() / 3);
        return names.stream()
                .min(Comparator.comparingInt((String name) -> distance(written, name))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(name -> distance(written, name) <= most);
    }

    /** How many letters have to be inserted, deleted or replaced (Levenshtein). */
    static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
