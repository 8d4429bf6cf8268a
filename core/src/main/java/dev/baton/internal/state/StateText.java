// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.state;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * What a state file holds, as text that people can read: a heading with the version, the kind and the checksum of all
 * the rest, the owner, the place, the generation, and the content.
 *
 * @param generation rises with every write
 * @param mark which file the generation was noted in, see {@link FileIdentity#mark}; empty if that is not known
 */
record StateText(String kind, String owner, FileIdentity place, long generation, String mark, String content) {
    static final int MAX_BYTES = 4 << 20;
    private static final String NAME = "baton-state";
    private static final int VERSION = 1;
    private static final int HEADING_WORDS = 4;
    private static final int LINES = 5;
    private static final String OWNER = "of ";
    private static final String PLACE = "at ";
    private static final String GENERATION = "generation ";

    StateText {
        if (owner.indexOf('\n') >= 0 || kind.indexOf(' ') >= 0) {
            throw new IllegalArgumentException("the owner of a state file is one line, and its kind one word");
        }
    }

    StateText at(FileIdentity other, long later) {
        return new StateText(kind, owner, other, later, "", content);
    }

    StateText notedIn(String file) {
        return new StateText(kind, owner, place, generation, file, content);
    }

    /**
     * Parses what {@link #toString()} returned.
     *
     * @throws IllegalArgumentException if it is anything else
     */
    static StateText parse(String text) {
        String[] lines = text.split("\n", LINES);
        String[] heading = lines[0].split(" ", -1);
        if (!heading[0].equals(NAME) || heading.length != HEADING_WORDS) {
            throw new IllegalArgumentException("it does not begin with \"" + NAME + "\"");
        }
        if (!heading[1].equals(String.valueOf(VERSION))) {
            throw new IllegalArgumentException("it has version " + heading[1] + ", and this node reads " + VERSION);
        }
        String rest = text.substring(Math.min(text.length(), lines[0].length() + 1));
        if (lines.length != LINES || !heading[HEADING_WORDS - 1].equals(checksum(heading[2], rest))) {
            throw new IllegalArgumentException("its checksum is wrong, so it is torn or was changed");
        }
        String[] generation = after(GENERATION, lines[3]).split(" ", 2);
        return new StateText(
                heading[2],
                after(OWNER, lines[1]),
                FileIdentity.parse(after(PLACE, lines[2])),
                Long.parseLong(generation[0]),
                generation.length == 1 ? "" : generation[1],
                lines[4]);
    }

    private static String after(String word, String line) {
        if (!line.startsWith(word)) {
            throw new IllegalArgumentException("\"" + word.trim() + "\" is missing");
        }
        return line.substring(word.length());
    }

    private static String checksum(String kind, String rest) {
        CRC32C sum = new CRC32C();
        sum.update((NAME + " " + VERSION + " " + kind + "\n" + rest).getBytes(StandardCharsets.UTF_8));
        return String.format("%08x", sum.getValue());
    }

    @Override
    public String toString() {
        String noted = mark.isEmpty() ? String.valueOf(generation) : generation + " " + mark;
        String rest = OWNER + owner + "\n" + PLACE + place + "\n" + GENERATION + noted + "\n" + content;
        return NAME + " " + VERSION + " " + kind + " " + checksum(kind, rest) + "\n" + rest;
    }
}
