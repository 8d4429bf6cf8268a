// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.client;

import java.util.Optional;

/** Assembles events from the lines of an event stream. Comments and unknown fields are skipped. */
final class ServerSentEvents {
    private static final int MAX_DATA = 1 << 20;

    private final StringBuilder data = new StringBuilder();
    private String id = "";

    /** One event: its number in the stream, and its data. */
    record Sent(String id, String data) {}

    /** Takes the next line; an empty one completes an event. */
    Optional<Sent> line(String line) {
        if (line.isEmpty()) {
            Optional<Sent> complete = data.isEmpty() ? Optional.empty() : Optional.of(new Sent(id, data.toString()));
            data.setLength(0);
            return complete;
        }
        int colon = line.indexOf(':');
        String field = colon < 0 ? line : line.substring(0, colon);
        String value = colon < 0 ? "" : line.substring(colon + 1);
        value = value.startsWith(" ") ? value.substring(1) : value;
        if (field.equals("id")) {
            id = value;
        } else if (field.equals("data") && data.length() + value.length() < MAX_DATA) {
            data.append(data.isEmpty() ? "" : "\n").append(value);
        }
        return Optional.empty();
    }
}
