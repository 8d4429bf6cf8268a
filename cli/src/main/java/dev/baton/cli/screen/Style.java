// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.screen;

/** Emphasis, where the terminal has it. */
public record Style(boolean on) {
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

    private String sgr(String code, String text) {
        return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
