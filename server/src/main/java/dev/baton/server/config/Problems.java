// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.config;

import dev.baton.ConfigurationException;
import dev.baton.internal.check.Validation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Everything that is wrong with a configuration, so that a user sees all of it at once. */
public final class Problems {
    private final List<String> found = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    public void add(String origin, String problem) {
        found.add(origin + ": " + problem);
    }

    /** Adds something that a user should know, but that does not stop the node. */
    public void warn(String origin, String warning) {
        warnings.add(origin + ": " + warning);
    }

    /** Builds a part that validates itself, and adds its problems. */
    public <T> Optional<T> collect(String origin, Supplier<T> part) {
        try {
            return Optional.of(part.get());
        } catch (ConfigurationException broken) {
            broken.problems().forEach(problem -> add(origin, problem));
        } catch (IllegalArgumentException broken) {
            add(origin, String.valueOf(broken.getMessage()));
        }
        return Optional.empty();
    }

    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** @throws ConfigurationException with all problems, if there are any */
    public void check() {
        Validation rules = Validation.of("configuration");
        found.forEach(problem -> rules.require(false, "%s", problem));
        rules.check();
    }
}
