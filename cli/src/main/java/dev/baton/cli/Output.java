// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.screen.Style;
import dev.baton.cli.screen.Table;
import dev.baton.cli.screen.TerminalSize;
import java.io.PrintStream;
import java.util.List;

/** The output of a command: text for people, or one JSON document per line for programs. */
public final class Output {
    private static final int UNKNOWN = 0;

    private final CliEnvironment environment;
    private final boolean json;
    /** Asking the terminal starts a process, so it is asked once. */
    private int width = UNKNOWN;

    Output(CliEnvironment environment, boolean json) {
        this.environment = environment;
        this.json = json;
    }

    /** The reader of the output is gone. */
    static final class ReaderGone extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    public boolean json() {
        return json;
    }

    public Style style() {
        return new Style(environment.colours() && !json);
    }

    public void document(JsonNode document) {
        print(environment.out(), List.of(JsonOutput.write(document)));
    }

    public void line(String text) {
        lines(List.of(text));
    }

    public void lines(List<String> texts) {
        print(environment.out(), texts);
    }

    public void table(Table table) {
        lines(table.lines(width(), style()));
    }

    private int width() {
        if (width == UNKNOWN) {
            width = environment.terminalOutput() ? TerminalSize.columns(environment.variables()) : Table.UNLIMITED;
        }
        return width;
    }

    /** A remark, not part of the answer. */
    public void note(String text) {
        print(environment.err(), List.of(text));
    }

    /** Reports a failure: in JSON it is the answer, as text it goes to standard error. */
    void failure(String code, String message) {
        if (json) {
            document(JsonOutput.object()
                    .set("error", JsonOutput.object().put("code", code).put("message", message)));
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
