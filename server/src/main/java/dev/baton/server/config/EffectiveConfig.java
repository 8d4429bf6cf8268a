// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The effective configuration: the typed value of each key that was set, and the default of every other key. */
public final class EffectiveConfig {
    private static final Pattern POSITION = Pattern.compile("^(.*?)\\[(\\d+)](.*)$");

    private final Catalogue keys;
    private final Problems problems;
    private final Map<String, Value> byPath = new HashMap<>();
    private final Map<String, SortedSet<Integer>> positions = new TreeMap<>();

    private record Value(Object value, String origin) {}

    private EffectiveConfig(Catalogue keys, Problems problems) {
        this.keys = keys;
        this.problems = problems;
    }

    /** Reads a file, if there is one, and then the environment, which overrides the file. */
    public static EffectiveConfig read(
            Catalogue keys, Optional<ConfigText> file, Map<String, String> environment, Problems problems) {
        EffectiveConfig values = new EffectiveConfig(keys, problems);
        file.ifPresent(text -> LegacyKeys.translate(YamlEntries.read(text.name(), text.text(), problems), problems)
                .forEach(values::put));
        Environment.entries(LegacyKeys.translate(environment), keys, problems).forEach(values::put);
        values.positions.forEach(values::checkPositions);
        return values;
    }

    private void put(ConfigEntry entry) {
        Optional<ConfigKey<?>> key = keys.find(entry.pattern());
        if (key.isEmpty()) {
            unknown(entry);
            return;
        }
        Matcher position = POSITION.matcher(entry.path());
        if (position.matches()) {
            positions
                    .computeIfAbsent(position.group(1), name -> new TreeSet<>())
                    .add(Integer.parseInt(position.group(2)));
        }
        parse(key.get(), entry);
    }

    private void parse(ConfigKey<?> key, ConfigEntry entry) {
        if (entry.list() != key.type().list()) {
            problems.add(
                    entry.origin(),
                    entry.path() + (entry.list() ? " takes one value, not a list" : " takes a list, as in [a, b]"));
            return;
        }
        try {
            byPath.put(entry.path(), new Value(key.type().parse().apply(entry.values()), entry.origin()));
        } catch (IllegalArgumentException wrong) {
            problems.add(entry.origin(), entry.path() + " " + wrong.getMessage());
        }
    }

    private void unknown(ConfigEntry entry) {
        if (keys.isSection(entry.pattern())) {
            if (!(entry.list() && entry.values().isEmpty())) {
                String wanted = keys.isList(entry.pattern()) ? "a list of entries with keys" : "keys below it";
                problems.add(entry.origin(), entry.path() + " takes " + wanted);
            }
            return;
        }
        String hint = keys.nearest(entry.pattern())
                .map(nearest -> "; did you mean " + nearest + "?")
                .orElse("");
        problems.add(entry.origin(), "unknown key " + LogSafe.of(entry.path()) + hint);
    }

    private void checkPositions(String list, SortedSet<Integer> found) {
        if (found.last() != found.size() - 1) {
            problems.add(list, "has an entry " + found.last() + " but not all before it: count from 0");
        }
    }

    public <T> T get(ConfigKey<T> key) {
        return at(key, key.name());
    }

    /** A text that may be left empty. */
    public Optional<String> text(ConfigKey<String> key) {
        return Optional.of(get(key)).filter(it -> !it.isEmpty());
    }

    /** The key of one entry of a list. */
    public <T> T get(ConfigKey<T> key, int position) {
        return at(key, path(key, position));
    }

    public boolean isSet(ConfigKey<?> key) {
        return byPath.containsKey(key.name());
    }

    public boolean isSet(ConfigKey<?> key, int position) {
        return byPath.containsKey(path(key, position));
    }

    /** How many entries a list has. */
    public int count(String list) {
        SortedSet<Integer> found = positions.get(list);
        return found == null ? 0 : found.last() + 1;
    }

    /** Where a key was set, for messages. */
    public String origin(ConfigKey<?> key) {
        return origin(key.name());
    }

    public String origin(ConfigKey<?> key, int position) {
        return origin(path(key, position));
    }

    private String origin(String path) {
        Value value = byPath.get(path);
        return value == null ? path : value.origin() + ": " + path;
    }

    Optional<String> setAt(String path) {
        return Optional.ofNullable(byPath.get(path)).map(Value::origin);
    }

    public Catalogue keys() {
        return keys;
    }

    /** The paths whose values have changed, each with whether its key can be reloaded. */
    public Map<String, Boolean> differences(EffectiveConfig before) {
        Map<String, Boolean> different = new TreeMap<>();
        for (ConfigKey<?> key : keys.all()) {
            int dot = key.name().indexOf("[]");
            String list = dot < 0 ? "" : key.name().substring(0, dot);
            int count = dot < 0 ? 1 : Math.max(1, Math.max(count(list), before.count(list)));
            for (int i = 0; i < count; i++) {
                String path = dot < 0 ? key.name() : path(key, i);
                if (!at(key, path).equals(before.at(key, path))) {
                    different.put(path, key.reloads());
                }
            }
        }
        return different;
    }

    /** Whether a secret was written into a file rather than into the environment or its own file. */
    boolean hasSecretFrom(String file) {
        return byPath.entrySet().stream()
                .filter(entry -> entry.getValue().origin().startsWith(file + ":"))
                .anyMatch(entry -> entry.getValue().value() instanceof Secret);
    }

    <T> String shown(ConfigKey<T> key, String path) {
        return key.type().show().apply(at(key, path));
    }

    @SuppressWarnings("unchecked") // put() parsed the value with the type of the same key
    private <T> T at(ConfigKey<T> key, String path) {
        @Nullable Value value = byPath.get(path);
        return value == null ? key.fallback().get() : (T) value.value();
    }

    private static String path(ConfigKey<?> key, int position) {
        return key.name().replaceFirst("\\[]", "[" + position + "]");
    }
}
