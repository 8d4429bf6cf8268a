// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.check;

import org.jspecify.annotations.Nullable;

/**
 * The one grammar of names and ids: 1 to {@value #MAX_LENGTH} characters of {@code a-z 0-9 . _ -}, beginning and
 * ending with a letter or a digit.
 *
 * <p>Lower case only, so that two names never meet in a case-folding collation or file system; no separator that means
 * something in SQL, a path, a URL or a metric label.
 */
public final class Names {
    public static final int MAX_LENGTH = 128;

    private static final int SHOWN = 60;

    private Names() {}

    /** Checks that {@code name} follows the grammar; the error calls it {@code kind}. */
    public static void check(String kind, @Nullable String name) {
        check(kind, name, MAX_LENGTH);
    }

    /** Does the same for a kind of shorter names. */
    public static void check(String kind, @Nullable String name, int maxLength) {
        if (name == null || name.length() > maxLength || !matches(name)) {
            throw new IllegalArgumentException(kind + " " + quote(name) + " is not a name: use 1 to " + maxLength
                    + " characters of a-z 0-9 . _ -, beginning and ending with a letter or digit");
        }
    }

    private static boolean matches(String name) {
        if (name.isEmpty()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean inner = i > 0 && i < name.length() - 1;
            if (!isAlphanumeric(c) && !(inner && (c == '.' || c == '_' || c == '-'))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAlphanumeric(char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }

    /** Makes hostile input harmless for a terminal or a log. */
    public static String quote(@Nullable String text) {
        if (text == null) {
            return "null";
        }
        StringBuilder shown = new StringBuilder("\"");
        for (int i = 0; i < Math.min(text.length(), SHOWN); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c <= '~' && c != '"' && c != '\\') {
                shown.append(c);
            } else {
                shown.append(String.format("\\u%04x", (int) c));
            }
        }
        shown.append('"');
        if (text.length() > SHOWN) {
            shown.append("… (").append(text.length()).append(" characters)");
        }
        return shown.toString();
    }
}
