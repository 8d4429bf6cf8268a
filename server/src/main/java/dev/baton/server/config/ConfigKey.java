// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.config;

import java.util.Locale;
import java.util.function.Supplier;

/**
 * A key of the configuration.
 *
 * @param name dotted, with {@code []} for positions in lists
 * @param fallback the default value
 * @param fallbackText the default for the docs, if it differs from one machine to the next
 * @param derived whether the default follows from other keys, so that {@code fallback} is only a placeholder
 * @param about one sentence for the docs
 * @param reloads whether a change takes effect without a restart
 */
public record ConfigKey<T>(
        String name,
        KeyType<T> type,
        Supplier<T> fallback,
        String fallbackText,
        boolean derived,
        String about,
        boolean reloads) {
    public static <T> ConfigKey<T> of(String name, KeyType<T> type, T fallback, String about) {
        return new ConfigKey<>(name, type, () -> fallback, type.show().apply(fallback), false, about, false);
    }

    /** A key whose default differs from one machine to the next. */
    public static <T> ConfigKey<T> of(
            String name, KeyType<T> type, Supplier<T> fallback, String fallbackText, String about) {
        return new ConfigKey<>(name, type, fallback, fallbackText, false, about, false);
    }

    /** A key whose default follows from other keys. */
    public static <T> ConfigKey<T> derived(String name, KeyType<T> type, T standIn, String fallbackText, String about) {
        return new ConfigKey<>(name, type, () -> standIn, fallbackText, true, about, false);
    }

    public ConfigKey<T> reloading() {
        return new ConfigKey<>(name, type, fallback, fallbackText, derived, about, true);
    }

    /** The environment variable that overrides this key, with {@code N} for positions in lists. */
    public String variable() {
        return "BATON_" + name.replace("[]", ".N").replace('.', '_').toUpperCase(Locale.ROOT);
    }
}
