// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

/** Text from elsewhere, such that it cannot act on the terminal or the log that shows it. */
public final class TerminalSafeText {
    private TerminalSafeText() {}

    /** The text with everything spelled out that moves the cursor, changes colours or reverses what follows. */
    public static String text(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (acts(c)) {
                plain.append(String.format("\\u%04x", c));
            } else {
                plain.appendCodePoint(c);
            }
        });
        return plain.toString();
    }

    private static boolean acts(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
