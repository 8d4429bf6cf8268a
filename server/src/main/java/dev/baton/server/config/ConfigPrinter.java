// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.config;

import java.util.ArrayList;
import java.util.List;

/** Prints the effective configuration as YAML, with the source of each value and with secrets hidden. */
public final class ConfigPrinter {
    private static final int COMMENT_COLUMN = 44;

    private final EffectiveConfig values;
    private final List<String> lines = new ArrayList<>();

    private ConfigPrinter(EffectiveConfig values) {
        this.values = values;
    }

    public static String of(EffectiveConfig values) {
        return new ConfigPrinter(values).print();
    }

    private String print() {
        String[] open = {};
        List<ConfigKey<?>> keys = values.keys().all();
        for (int i = 0; i < keys.size(); i++) {
            ConfigKey<?> key = keys.get(i);
            int list = key.name().indexOf("[]");
            if (list < 0) {
                open = line(open, key.name(), key);
                continue;
            }
            String name = key.name().substring(0, list);
            List<ConfigKey<?>> fields = keys.stream()
                    .filter(it -> it.name().startsWith(name + "[]."))
                    .toList();
            open = list(open, name, fields);
            i += fields.size() - 1;
        }
        return String.join("\n", lines) + "\n";
    }

    /** Opens the sections that differ from those that are open, and prints the value. */
    private String[] line(String[] open, String path, ConfigKey<?> key) {
        String[] parts = path.split("\\.");
        sections(open, parts);
        String leaf = parts[parts.length - 1] + ": ";
        String indent = "  ".repeat(parts.length - 1);
        if (key.derived() && values.setAt(path).isEmpty()) {
            lines.add(indent + "# " + leaf + key.fallbackText());
        } else {
            lines.add(commented(indent + leaf + values.shown(key, path), path));
        }
        return parts;
    }

    private void sections(String[] open, String[] parts) {
        int same = 0;
        while (same < parts.length - 1 && same < open.length - 1 && parts[same].equals(open[same])) {
            same++;
        }
        for (int depth = same; depth < parts.length - 1; depth++) {
            lines.add("  ".repeat(depth) + parts[depth] + ":");
        }
    }

    private String[] list(String[] open, String name, List<ConfigKey<?>> fields) {
        String[] parts = name.split("\\.");
        sections(open, parts);
        String indent = "  ".repeat(parts.length - 1);
        int count = values.count(name);
        lines.add(indent + parts[parts.length - 1] + (count == 0 ? ": []" : ":"));
        for (int position = 0; position < count; position++) {
            String dash = "- ";
            for (ConfigKey<?> field : fields) {
                String path = field.name().replace("[]", "[" + position + "]");
                String leaf = field.name().substring(name.length() + "[].".length());
                lines.add(commented(indent + "  " + dash + leaf + ": " + values.shown(field, path), path));
                dash = "  ";
            }
        }
        return parts;
    }

    private String commented(String line, String path) {
        String origin = values.setAt(path).orElse("default");
        return line + " ".repeat(Math.max(1, COMMENT_COLUMN - line.length())) + "# " + origin;
    }
}
