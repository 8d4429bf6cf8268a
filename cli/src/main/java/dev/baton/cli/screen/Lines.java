// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.screen;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/** Text made to fit, in columns of a terminal: some characters take two of them. */
public final class Lines {
    private static final String CUT = "…";

    private Lines() {}

    public static int width(String text) {
        return text.codePoints().map(Lines::width).sum();
    }

    private static int width(int character) {
        return Math.max(0, WCWidth.wcwidth(character));
    }

    /** The text, no wider than this; what is left out leaves a mark. */
    public static String cut(String text, int width) {
        if (width(text) <= width) {
            return text;
        }
        return width < 1 ? "" : text.substring(0, fitting(text, width - 1)) + CUT;
    }

    /** How many chars at the beginning fit. */
    private static int fitting(String text, int width) {
        int end = 0;
        int taken = 0;
        while (end < text.length()) {
            int character = text.codePointAt(end);
            taken += width(character);
            if (taken > width) {
                break;
            }
            end += Character.charCount(character);
        }
        return end;
    }

    /** The text in lines no wider than this, broken at spaces; a longer word is cut. */
    public static List<String> wrap(String text, int width) {
        return wrap(text, width, Integer.MAX_VALUE);
    }

    /** The same in no more lines than this, of which the last is cut. */
    public static List<String> wrap(String text, int width, int count) {
        List<String> lines = new ArrayList<>();
        String line = "";
        for (String word : text.split(" ")) {
            String longer = line.isEmpty() ? word : line + " " + word;
            if (!line.isEmpty() && width(longer) > width && lines.size() + 1 < count) {
                lines.add(cut(line, width));
                line = word;
            } else {
                line = longer;
            }
        }
        lines.add(cut(line, width));
        return lines.subList(0, Math.max(0, Math.min(count, lines.size())));
    }
}
