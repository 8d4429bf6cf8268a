// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

/** The number of a replica group. Never given out again, also after the group is gone; 0 is the controller's own. */
public record GroupId(long value) implements Comparable<GroupId> {
    public GroupId {
        if (value < 1) {
            throw new IllegalArgumentException("group " + value + " is not 1 or more");
        }
    }

    public static GroupId of(long value) {
        return new GroupId(value);
    }

    @Override
    public int compareTo(GroupId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
