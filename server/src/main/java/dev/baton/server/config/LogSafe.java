// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.config;

/** Makes untrusted texts fit for a message: one line, bounded, nothing that acts on a terminal. */
public final class LogSafe {
    private static final int MAX_LENGTH = 60;

    private LogSafe() {}

    public static String of(String text) {
        StringBuilder shown = new StringBuilder("\"");
        text.chars().limit(MAX_LENGTH).forEach(c -> {
            if (c >= ' ' && c <= '~' && c != '"' && c != '\\') {
                shown.append((char) c);
            } else {
                shown.append(String.format("\\u%04x", c));
            }
        });
        return shown.append(text.length() > MAX_LENGTH ? "…\"" : "\"").toString();
    }
}
