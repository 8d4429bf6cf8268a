// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.UnavailableException;
import java.util.Collection;

/**
 * How many partitions a process can manage. All of them are in its memory, some of the time more than once. A process
 * with too little memory refuses, instead of ending with everything else that it does.
 */
public final class PartitionLimit {
    private static final int BYTES_EACH = 2_048;

    private PartitionLimit() {}

    /** The limit of this process, by the memory that it may use. */
    public static int ofThisProcess() {
        return of(Runtime.getRuntime().maxMemory());
    }

    static int of(long bytes) {
        return (int) Math.min(bytes / BYTES_EACH, Integer.MAX_VALUE - 1);
    }

    /**
     * @param retired how many rows of retired partitions are not deleted yet
     * @throws IllegalArgumentException if this change adds partitions and would exceed the limit
     */
    public static void check(Collection<TaskList> known, int retired, TaskList changed, int limit) {
        long others = 0;
        long before = 0;
        for (TaskList list : known) {
            if (list.name().equals(changed.name())) {
                before = list.wanted();
            } else {
                others += list.wanted();
            }
        }
        long after = others + changed.wanted() + retired;
        if (changed.wanted() > before && after > limit) {
            String old = retired == 0 ? "" : " with " + retired + " retired ones, which the coordinator deletes";
            throw new IllegalArgumentException("task list " + changed.name() + " with " + changed.partitions()
                    + " partitions would make " + after + " in all" + old + ", and the memory of this process allows "
                    + limit + " (-Xmx)");
        }
    }

    /** The error for a store that has more partitions. */
    public static UnavailableException exceeded(int limit) {
        return new UnavailableException("more than " + limit + " partitions are stored, retired ones included, which is"
                + " all that the memory of this process allows: give it more (-Xmx)");
    }
}
