// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What appends may take, in all groups that this node leads together: so many bytes wait to be replicated, and so many files
 * are open. Any thread.
 */
final class AppendBudget {
    private static final int PART_OF_HEAP = 8;

    private final long most;
    private final OpenFiles files;
    private final AtomicLong taken = new AtomicLong();

    AppendBudget(long most, OpenFiles files) {
        this.most = most;
        this.files = files;
    }

    static AppendBudget ofHeap(OpenFiles files) {
        return new AppendBudget(Runtime.getRuntime().maxMemory() / PART_OF_HEAP, files);
    }

    /** Whether an append that begins a file may be taken. */
    boolean hasFiles() {
        return !files.areScarce();
    }

    /** @return whether there was so much left */
    boolean take(int bytes) {
        if (taken.addAndGet(bytes) > most) {
            taken.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    void release(int bytes) {
        taken.addAndGet(-bytes);
    }

    @Override
    public String toString() {
        return taken + " of " + most + " bytes";
    }
}
