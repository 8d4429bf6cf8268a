// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.internal.check.Names;

/** The name of a topic, by the grammar that clients of Kafka know. */
public record TopicName(String value) implements Comparable<TopicName> {
    public static final int MAX_LENGTH = 249;

    public TopicName {
        if (!value.matches("[a-zA-Z0-9._-]{1," + MAX_LENGTH + "}") || value.equals(".") || value.equals("..")) {
            throw new IllegalArgumentException("topic " + Names.quote(value) + " is not a name: use 1 to " + MAX_LENGTH
                    + " characters of a-z A-Z 0-9 . _ -, and not . or .. alone");
        }
    }

    public static TopicName of(String value) {
        return new TopicName(value);
    }

    @Override
    public int compareTo(TopicName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
