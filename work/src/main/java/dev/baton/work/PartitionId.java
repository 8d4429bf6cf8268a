// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import java.util.Objects;

/** One partition of a task list, written {@code billing/invoices/3}. Numbers begin at 0. */
public record PartitionId(TaskListName list, int number) implements Comparable<PartitionId> {
    public PartitionId {
        Objects.requireNonNull(list, "list");
        if (number < 0 || number >= TaskList.MAX_PARTITIONS) {
            throw new IllegalArgumentException(
                    "partition " + number + " of " + list + " is not from 0 to " + (TaskList.MAX_PARTITIONS - 1));
        }
    }

    /** Reads {@code list/number} or {@code domain/list/number}. */
    public static PartitionId of(String text) {
        int slash = text.lastIndexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("partition \"" + text + "\" has no number: write list/number");
        }
        try {
            return TaskListName.of(text.substring(0, slash)).partition(Integer.parseInt(text.substring(slash + 1)));
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("partition \"" + text + "\" does not end with a number", notANumber);
        }
    }

    @Override
    public int compareTo(PartitionId other) {
        int byList = list.compareTo(other.list);
        return byList != 0 ? byList : Integer.compare(number, other.number);
    }

    @Override
    public String toString() {
        return list + "/" + number;
    }
}
