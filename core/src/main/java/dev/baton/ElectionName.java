// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import dev.baton.internal.check.Names;

/** The name of a contest, for example {@code coordinator}; its grammar is in the glossary. */
public record ElectionName(String value) implements Comparable<ElectionName> {
    public ElectionName {
        Names.check("election name", value);
    }

    /**
     * The name with this text.
     *
     * @throws IllegalArgumentException if it breaks the grammar of names
     */
    public static ElectionName of(String value) {
        return new ElectionName(value);
    }

    @Override
    public int compareTo(ElectionName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
