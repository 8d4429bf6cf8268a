// SPDX-License-Identifier: Apache-2.0
package dev.baton.core;

/** The name of a contest, for example {@code coordinator}; its grammar is in the glossary. */
public record ElectionName(String value) implements Comparable<ElectionName> {
    public ElectionName {
        Names.check("election name", value);
    }

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
