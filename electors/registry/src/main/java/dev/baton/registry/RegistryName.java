// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import java.util.regex.Pattern;

/** A cluster-wide name: 1 to 128 characters of {@code a-z 0-9 . _ -}, beginning and ending with a letter or digit. */
public record RegistryName(String value) implements Comparable<RegistryName> {
    private static final Pattern GRAMMAR = Pattern.compile("[a-z0-9]([a-z0-9._-]{0,126}[a-z0-9])?");

    public RegistryName {
        if (!GRAMMAR.matcher(value).matches()) {
            throw new IllegalArgumentException("registry name of " + value.length()
                    + " characters is not a name: use 1 to 128 characters of a-z 0-9 . _ -, beginning and ending with a"
                    + " letter or digit");
        }
    }

    public static RegistryName of(String value) {
        return new RegistryName(value);
    }

    @Override
    public int compareTo(RegistryName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
