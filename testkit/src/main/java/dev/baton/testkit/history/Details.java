// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Further facts of an event, written as {@code key=value} pairs with a space between. Values have no spaces. */
public record Details(Map<String, String> byKey) {
    public Details {
        byKey = Map.copyOf(byKey);
    }

    /** Writes one pair after another; spaces in values become underscores. */
    public static String of(Object... keysAndValues) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i + 1 < keysAndValues.length; i += 2) {
            if (i > 0) {
                text.append(' ');
            }
            String shown = String.valueOf(keysAndValues[i + 1]);
            text.append(keysAndValues[i]).append('=').append(shown.replace(' ', '_'));
        }
        return text.toString();
    }

    public static Details parse(String text) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String pair : text.split(" ", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                pairs.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        return new Details(pairs);
    }

    public Optional<String> find(String key) {
        return Optional.ofNullable(byKey.get(key));
    }

    public String text(String key) {
        return find(key).orElseThrow(() -> new IllegalArgumentException("no " + key + " in " + byKey));
    }

    public long number(String key) {
        return Long.parseLong(text(key));
    }
}
