// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.internal.check.Names;
import java.util.Objects;

/** A task list and the domain that it belongs to, written {@code billing/invoices}. */
public record TaskListName(String domain, String name) implements Comparable<TaskListName> {
    /** The domain of a task list that was named without one. */
    public static final String DEFAULT_DOMAIN = "default";

    static final int MAX_LENGTH = 64;

    public TaskListName {
        Names.check("domain", domain, MAX_LENGTH);
        Names.check("task list", name, MAX_LENGTH);
    }

    /** Reads {@code domain/name}, or a name in the {@linkplain #DEFAULT_DOMAIN default domain}. */
    public static TaskListName of(String text) {
        Objects.requireNonNull(text, "task list");
        int slash = text.indexOf('/');
        return slash < 0
                ? new TaskListName(DEFAULT_DOMAIN, text)
                : new TaskListName(text.substring(0, slash), text.substring(slash + 1));
    }

    public PartitionId partition(int number) {
        return new PartitionId(this, number);
    }

    @Override
    public int compareTo(TaskListName other) {
        int byDomain = domain.compareTo(other.domain);
        return byDomain != 0 ? byDomain : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return domain + "/" + name;
    }
}
