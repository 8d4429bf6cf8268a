// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import java.util.regex.Pattern;

/** Removes passwords from a text, also those within a JDBC URL. */
final class Secrets {
    static final String HIDDEN = "***";

    private static final Pattern PARAMETER =
            Pattern.compile("(?i)([\\w.-]*(?:password|passwd|pwd|secret|token|key)[\\w.-]*\\s*=\\s*)[^;&,)\\s]*");
    private static final Pattern USER_INFO = Pattern.compile("//[^/@\\s]*@");
    /** A URL that can be shown completely: a host, a port, a database. */
    private static final Pattern PLAIN = Pattern.compile("jdbc:[a-z0-9]+:(//)?[\\w.,:\\[\\]/~-]*");

    private static final int MAX_SHOWN = 300;

    private Secrets() {}

    /** The message of a driver's error, fit for a log. */
    static String messageOf(Throwable error, String... known) {
        String message = error.getMessage();
        return hide(message == null ? error.getClass().getSimpleName() : message, known);
    }

    /** Makes a driver's text fit for a log: one line, of bounded length, without secrets. */
    static String hide(String message, String... known) {
        String shown = message;
        for (String secret : known) {
            if (!secret.isEmpty()) {
                shown = shown.replace(secret, HIDDEN);
            }
        }
        shown = USER_INFO.matcher(shown).replaceAll("//" + HIDDEN + "@");
        shown = PARAMETER.matcher(shown).replaceAll("$1" + HIDDEN);
        shown = shown.replaceAll("[^ -~]+", " ").strip();
        return shown.length() > MAX_SHOWN ? shown.substring(0, MAX_SHOWN) + "…" : shown;
    }

    /** A JDBC URL without its parameters. */
    static String show(String url) {
        String bare = url.split("[?;]", 2)[0];
        if (PLAIN.matcher(bare).matches()) {
            return bare;
        }
        String[] parts = url.split(":", 3);
        return parts.length > 2 && parts[1].matches("[a-z0-9]+") ? "jdbc:" + parts[1] + ":" + HIDDEN : HIDDEN;
    }
}
