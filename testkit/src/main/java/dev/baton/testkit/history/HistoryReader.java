// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads history files. A last line without a line end is left by a killed process, and is skipped. */
public final class HistoryReader {
    private HistoryReader() {}

    /** All events of all files, the events of each file in order. */
    public static History read(List<Path> files) {
        List<HistoryEvent> events = new ArrayList<>();
        files.forEach(file -> events.addAll(read(file)));
        return new History(events);
    }

    /** @throws MalformedHistoryException if a whole line is not an event, or events are missing */
    public static List<HistoryEvent> read(Path file) {
        try {
            return parse(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
        } catch (IOException failed) {
            throw new UncheckedIOException("history file " + file, failed);
        }
    }

    static List<HistoryEvent> parse(String name, String text) {
        List<HistoryEvent> events = new ArrayList<>();
        int line = 1;
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            events.add(event(name, line, text.substring(from, end), events.size()));
            from = end + 1;
            line++;
        }
        return events;
    }

    private static HistoryEvent event(String name, int line, String text, int expectedSeq) {
        HistoryEvent event;
        try {
            event = HistoryLine.read(text);
        } catch (IllegalArgumentException bad) {
            throw new MalformedHistoryException(name, line, String.valueOf(bad.getMessage()), bad);
        }
        if (event.seq() != expectedSeq) {
            throw new MalformedHistoryException(
                    name, line, "seq " + event.seq() + " follows where " + expectedSeq + " is due", null);
        }
        return event;
    }
}
