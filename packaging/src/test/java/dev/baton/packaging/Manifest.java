// SPDX-License-Identifier: Apache-2.0
package dev.baton.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The documents of one file of manifests. */
record Manifest(String name, List<Map<?, ?>> documents) {
    static Manifest read(Path file) throws IOException {
        Load load = new Load(LoadSettings.builder().setAllowDuplicateKeys(false).build());
        List<Map<?, ?>> documents = StreamSupport.stream(
                        load.loadAllFromString(Files.readString(file)).spliterator(), false)
                .<Map<?, ?>>map(it -> (Map<?, ?>) it)
                .toList();
        return new Manifest(file.getFileName().toString().replace(".yml", ""), documents);
    }

    static Object parse(String yaml) {
        return new Load(LoadSettings.builder().build()).loadFromString(yaml);
    }

    Map<?, ?> one(String kind) {
        return documents.stream()
                .filter(it -> kind.equals(it.get("kind")))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " has no " + kind));
    }

    /** What is at a path of keys and positions. */
    static Object at(Object from, Object... path) {
        Object found = from;
        for (Object step : path) {
            Object next =
                    step instanceof Integer position ? ((List<?>) found).get(position) : ((Map<?, ?>) found).get(step);
            if (next == null) {
                throw new AssertionError("there is no " + step + " in " + found);
            }
            found = next;
        }
        return found;
    }

    String nodeFile() {
        return (String) at(one("ConfigMap"), "data", "node.yml");
    }

    Map<?, ?> pod() {
        return (Map<?, ?>) at(one("StatefulSet"), "spec", "template", "spec");
    }

    Map<?, ?> container() {
        return (Map<?, ?>) at(pod(), "containers", 0);
    }

    /** The variables that a pod of this name and address has; a map that need not be there is not. */
    Map<String, String> environment(String pod, String address) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (Object entry : (List<?>) at(container(), "env")) {
            Map<?, ?> variable = (Map<?, ?>) entry;
            String name = (String) at(variable, "name");
            if (variable.get("value") instanceof String value) {
                String expanded = value;
                for (Map.Entry<String, String> known : variables.entrySet()) {
                    expanded = expanded.replace("$(" + known.getKey() + ")", known.getValue());
                }
                variables.put(name, expanded);
            } else if (((Map<?, ?>) at(variable, "valueFrom")).containsKey("fieldRef")) {
                String field = (String) at(variable, "valueFrom", "fieldRef", "fieldPath");
                variables.put(
                        name,
                        switch (field) {
                            case "metadata.name" -> pod;
                            case "status.podIP" -> address;
                            default -> throw new AssertionError("unknown field " + field);
                        });
            }
        }
        return variables;
    }
}
