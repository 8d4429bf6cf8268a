// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.demo;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Something that the audience sees.
 *
 * @param fields for programs, in order; the first tells the type
 * @param text for people
 * @param headline whether people are shown it at all
 */
record Happening(Map<String, Object> fields, String text, boolean headline) {
    static Happening of(String type, String text) {
        return new Happening(Map.of("type", type), text, true);
    }

    Happening with(String field, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(fields);
        more.put(field, value);
        return new Happening(Collections.unmodifiableMap(more), text, headline);
    }

    Happening inTheSmallPrint() {
        return new Happening(fields, text, false);
    }

    String json() {
        StringBuilder line = new StringBuilder("{");
        fields.forEach((name, value) -> {
            line.append(line.length() > 1 ? "," : "");
            line.append(quoted(name)).append(':');
            boolean bare = value instanceof Number || value instanceof Boolean;
            line.append(bare ? value.toString() : quoted(value.toString()));
        });
        return line.append('}').toString();
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }

    /** Milliseconds with the decimals that are worth showing. */
    static BigDecimal millis(Duration duration) {
        return BigDecimal.valueOf(duration.toNanos(), 6).setScale(3, RoundingMode.HALF_UP);
    }
}
