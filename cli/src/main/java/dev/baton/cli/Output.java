// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.screen.Style;
import dev.baton.cli.screen.Table;
import dev.baton.cli.screen.TerminalSize;
import java.io.PrintStream;
import java.util.List;

/** Where a command's answer goes: words for people, or one JSON document per line for programs. */
public final class Output {
    private static final int UNKNOWN = 0;

    private final Surroundings surroundings;
    private final boolean json;
    /** Asking the terminal starts a process, so it is asked once. */
    private int width = UNKNOWN;

    Output(Surroundings surroundings, boolean json) {
        this.surroundings = surroundings;
        this.json = json;
    }

    /** Nobody reads the output any more. */
    static final class ReaderGone extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    public boolean json() {
        return json;
    }

    public Style style() {
        return new Style(surroundings.colours() && !json);
    }

    public void document(JsonNode document) {
        print(surroundings.out(), List.of(Json.write(document)));
    }

    public void line(String text) {
        lines(List.of(text));
    }

    public void lines(List<String> texts) {
        print(surroundings.out(), texts);
    }

    public void table(Table table) {
        lines(table.lines(width(), style()));
    }

    private int width() {
        if (width == UNKNOWN) {
            width = surroundings.showing() ? TerminalSize.columns(surroundings.environment()) : Table.UNLIMITED;
        }
        return width;
    }

    /** Something beside the answer. */
    public void note(String text) {
        print(surroundings.err(), List.of(text));
    }

    /** Tells of a failure: in JSON it is the answer, for people it is beside it. */
    void failure(String code, String message) {
        if (json) {
            document(Json.object().set("error", Json.object().put("code", code).put("message", message)));
        } else {
            note(style().bad("baton: ") + message);
        }
    }

    private static void print(PrintStream stream, List<String> lines) {
        lines.forEach(line -> stream.print(line + "\n"));
        if (stream.checkError()) {
            throw new ReaderGone();
        }
    }
}
