// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads keys from variables: {@code BATON_ADMIN_PORT}, {@code BATON_ELECTIONS_0_NAME}; lists are split at commas. */
final class Environment {
    private static final String PREFIX = "BATON_";
    private static final int MAX_DIGITS = 3;

    private Environment() {}

    static List<ConfigEntry> entries(Map<String, String> variables, Catalogue keys, Problems problems) {
        List<ConfigEntry> entries = new ArrayList<>();
        new TreeMap<>(variables).forEach((name, value) -> {
            if (!name.startsWith(PREFIX)) {
                return;
            }
            keys.all().stream()
                    .map(key -> entry(key, name, value))
                    .flatMap(List::stream)
                    .findFirst()
                    .ifPresentOrElse(entries::add, () -> unknown(name, keys, problems));
        });
        return entries;
    }

    private static List<ConfigEntry> entry(ConfigKey<?> key, String name, String value) {
        Pattern pattern = Pattern.compile(key.variable().replace("_N_", "_(\\d{1," + MAX_DIGITS + "})_"));
        Matcher found = pattern.matcher(name);
        if (!found.matches()) {
            return List.of();
        }
        String path = found.groupCount() == 0
                ? key.name()
                : key.name().replace("[]", "[" + Integer.parseInt(found.group(1)) + "]");
        List<String> texts = key.type().list() ? split(value) : List.of(value);
        return List.of(new ConfigEntry(
                path, texts.stream().map(Scalar::any).toList(), key.type().list(), name));
    }

    private static List<String> split(String value) {
        return Arrays.stream(value.split(","))
                .map(String::strip)
                .filter(it -> !it.isEmpty())
                .toList();
    }

    /** Only a warning: other programs and container orchestrators have variables with that prefix too. */
    private static void unknown(String name, Catalogue keys, Problems problems) {
        List<String> variables = keys.all().stream().map(ConfigKey::variable).toList();
        Suggestions.to(name, variables)
                .ifPresent(nearest -> problems.warn(name, "is not a key of Baton; did you mean " + nearest + "?"));
    }
}
