// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.config;

import java.util.Locale;
import java.util.function.Supplier;

/**
 * One thing that can be configured.
 *
 * @param name dotted; {@code []} stands where a list has its position
 * @param fallback what holds where it is not set
 * @param fallbackText the same for the docs, where it differs from one machine to the next
 * @param derived whether what holds then follows from other keys, so that {@code fallback} only stands in for it
 * @param about one sentence for the docs
 * @param reloads whether a change is taken up without a restart
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

    /** The variable of the environment that overrides this key; {@code N} stands where a list has its position. */
    public String variable() {
        return "BATON_" + name.replace("[]", ".N").replace('.', '_').toUpperCase(Locale.ROOT);
    }
}
