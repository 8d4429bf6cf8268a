// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All keys, in the order in which they are shown. */
public final class Catalogue {
    private final Map<String, ConfigKey<?>> byName = new LinkedHashMap<>();
    private final Set<String> sections = new LinkedHashSet<>();

    public Catalogue(List<ConfigKey<?>> keys) {
        for (ConfigKey<?> key : keys) {
            if (byName.put(key.name(), key) != null) {
                throw new IllegalArgumentException("duplicate key " + key.name());
            }
            for (int dot = key.name().indexOf('.'); dot > 0; dot = key.name().indexOf('.', dot + 1)) {
                sections.add(key.name().substring(0, dot));
            }
        }
    }

    public List<ConfigKey<?>> all() {
        return List.copyOf(byName.values());
    }

    Optional<ConfigKey<?>> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** Whether a name has keys below it, as {@code admin} has {@code admin.port}. */
    boolean isSection(String name) {
        return sections.contains(name) || sections.contains(name + "[]");
    }

    boolean isList(String name) {
        return sections.contains(name + "[]");
    }

    /** The key or section that a user may have meant by an unknown one. */
    Optional<String> nearest(String unknown) {
        List<String> names = new ArrayList<>(byName.keySet());
        sections.forEach(section -> names.add(section.replace("[]", "")));
        Optional<String> nearest = Suggestions.to(unknown, names);
        // In a short word, two different letters make another word: then a key of exactly that name in another section
        // is meant.
        return nearest.filter(it -> Suggestions.distance(unknown, it) <= Math.max(1, unknown.length() / 3))
                .or(() -> sameLeaf(unknown))
                .or(() -> nearest);
    }

    /** A key with this name in another section. */
    private Optional<String> sameLeaf(String unknown) {
        String leaf = unknown.substring(unknown.lastIndexOf('.') + 1);
        return byName.keySet().stream()
                .filter(name -> name.endsWith("." + leaf))
                .findFirst();
    }
}
