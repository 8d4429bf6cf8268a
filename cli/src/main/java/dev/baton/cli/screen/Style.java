// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.screen;

import java.util.List;

/** Emphasis, where the terminal has it. */
public record Style(boolean on) {
    private static final List<String> CELLS =
            List.of("30;42", "97;44", "30;46", "97;45", "30;43", "30;102", "30;104", "30;106", "30;105");

    public String strong(String text) {
        return sgr("1", text);
    }

    public String faint(String text) {
        return sgr("2", text);
    }

    public String good(String text) {
        return sgr("32", text);
    }

    public String doubtful(String text) {
        return sgr("33", text);
    }

    public String bad(String text) {
        return sgr("31", text);
    }

    /** Something that must not be overlooked. */
    public String alarm(String text) {
        return sgr("97;41", text);
    }

    /** On one of several backgrounds, which differ from each other and from that of an alarm. */
    public String cell(int which, String text) {
        return sgr(CELLS.get(Math.floorMod(which, CELLS.size())), text);
    }

    private String sgr(String code, String text) {
        return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
