// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * The names of all properties. Any other below {@code baton} is refused: nobody would read it, and a default would be used
 * in its place. Variables and system properties are left out, as those of an application are not the only ones there.
 */
final class PropertyNames {
    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("baton");
    private static final ConfigurationPropertyName CANDIDATES = ROOT.append("candidates");
    private static final String EACH_CANDIDATE = "baton.candidates.<election>";
    private static final int MAX_TYPING_ERRORS = 3;
    private static final int MAX_SUGGESTIONS = 4;

    /** As they are shown, by how they are compared. */
    private final Map<String, String> known = new TreeMap<>();
    /** What is below these belongs to an elector that is not on the class path. */
    private final List<ConfigurationPropertyName> unread = new ArrayList<>();

    private PropertyNames(@Nullable ClassLoader classes) {
        add("baton", BatonProperties.class);
        add(EACH_CANDIDATE, BatonProperties.Candidate.class);
        // Their types have to be there before they can be looked into.
        if (isThere("raft", "dev.baton.raft.RaftElector", classes)) {
            add("baton.raft", RaftProperties.class);
        }
        if (isThere("registry", "dev.baton.registry.RegistryElector", classes)) {
            add("baton.registry", RegistryProperties.class);
        }
        if (isThere("bully", "dev.baton.bully.BullyElector", classes)) {
            add("baton.bully", BullyProperties.class);
        }
    }

    private boolean isThere(String elector, String type, @Nullable ClassLoader classes) {
        boolean there = ClassUtils.isPresent(type, classes);
        if (!there) {
            unread.add(ROOT.append(elector));
        }
        return there;
    }

    private void add(String prefix, Class<?> properties) {
        for (RecordComponent component : properties.getRecordComponents()) {
            String name = prefix + "." + DataObjectPropertyName.toDashedForm(component.getName());
            if (component.getType().isRecord()) {
                add(name, component.getType());
            } else if (!Map.class.isAssignableFrom(component.getType())) {
                known.put(uniform(name), name);
            }
        }
    }

    static void refuseUnknown(Environment environment, @Nullable ClassLoader classes) {
        PropertyNames names = new PropertyNames(classes);
        UnboundElementsSourceFilter written = new UnboundElementsSourceFilter();
        TreeSet<String> unknown = StreamSupport.stream(
                        ConfigurationPropertySources.get(environment).spliterator(), false)
                .filter(written::apply)
                .filter(IterableConfigurationPropertySource.class::isInstance)
                .flatMap(it -> ((IterableConfigurationPropertySource) it).stream())
                .filter(ROOT::isAncestorOf)
                .filter(it -> !names.has(it))
                .map(ConfigurationPropertyName::toString)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!unknown.isEmpty()) {
            throw new SetupException(
                    "Baton has no " + (unknown.size() == 1 ? "property " : "properties ") + String.join(", ", unknown)
                            + ".",
                    unknown.stream().map(names::instead).collect(Collectors.joining(" "))
                            + " docs/spring.md has all properties.");
        }
    }

    private boolean has(ConfigurationPropertyName name) {
        String key = key(name);
        return known.containsKey(key)
                // An empty section, as YAML has them.
                || known.keySet().stream().anyMatch(it -> it.startsWith(key + "."))
                || unread.stream().anyMatch(it -> it.isAncestorOf(name));
    }

    private static String key(ConfigurationPropertyName name) {
        if (CANDIDATES.isAncestorOf(name)) {
            // In between is the name of an election, which may have dots.
            return uniform(EACH_CANDIDATE) + "." + name.getLastElement(Form.UNIFORM);
        }
        ConfigurationPropertyName whole = name;
        while (whole.isLastElementIndexed() && whole.isNumericIndex(whole.getNumberOfElements() - 1)) {
            whole = whole.getParent();
        }
        return uniform(whole.toString());
    }

    private static String uniform(String name) {
        return name.replace("-", "").toLowerCase(Locale.ROOT);
    }

    private String instead(String unknown) {
        List<String> near = known.values().stream()
                .filter(it -> distance(it, unknown) <= MAX_TYPING_ERRORS)
                .sorted(Comparator.comparingInt(it -> distance(it, unknown)))
                .limit(1)
                .toList();
        List<String> suggested = near.isEmpty()
                ? known.values().stream()
                        .filter(it -> it.endsWith(unknown.substring(unknown.lastIndexOf('.'))))
                        .limit(MAX_SUGGESTIONS)
                        .toList()
                : near;
        return suggested.isEmpty()
                ? "Remove " + unknown + "."
                : "In place of " + unknown + ", write " + String.join(" or ", suggested) + ".";
    }

    /** How many characters are to be typed, deleted or replaced to make one of the other. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
