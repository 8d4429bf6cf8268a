// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.Endpoints;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Endpoints as one line: {@code admin=10.0.0.5:8080 commands=10.0.0.5:25873}. Neither part contains a blank. */
final class EndpointsText {
    private EndpointsText() {}

    static String of(Endpoints endpoints) {
        return new TreeMap<>(endpoints.byPurpose())
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(" "));
    }

    static Endpoints parse(String text) {
        if (text.isEmpty()) {
            return Endpoints.NONE;
        }
        Map<String, String> byPurpose = new TreeMap<>();
        for (String entry : text.split(" ", -1)) {
            int equals = entry.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("endpoints have an entry without =");
            }
            byPurpose.put(entry.substring(0, equals), entry.substring(equals + 1));
        }
        return new Endpoints(byPurpose);
    }
}
