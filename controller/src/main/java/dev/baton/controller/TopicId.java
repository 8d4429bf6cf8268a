// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.UUID;

/** The id of a topic: random, and another one for a topic that is created again under the same name. */
public record TopicId(UUID value) implements Comparable<TopicId> {
    public static TopicId parse(String text) {
        return new TopicId(UUID.fromString(text));
    }

    void write(int field, FieldWriter out) {
        out.nested(
                field, in -> in.number(1, value.getMostSignificantBits()).number(2, value.getLeastSignificantBits()));
    }

    static TopicId read(FieldReader in) {
        long high = 0;
        long low = 0;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> high = in.number();
                case 2 -> low = in.number();
                default -> {}
            }
        }
        return new TopicId(new UUID(high, low));
    }

    @Override
    public int compareTo(TopicId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
