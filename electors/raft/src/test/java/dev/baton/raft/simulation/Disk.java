// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.simulation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What outlasts the processes of a member: term, vote, log and snapshot. */
final class Disk {
    long term;

    @Nullable
    String votedFor;
    /** The index and the term of the last entry that is in the snapshot and not in the log any more. */
    long base;

    long baseTerm;
    byte[] snapshot = new byte[0];
    final List<LogEntry> entries = new ArrayList<>();
    /** While it is full, nothing can be added to the log. */
    boolean full;

    /**
     * @param term in which it got into the log
     * @param decidedIn the term of the lead under which it was proposed
     * @param part empty for the entry with which a term begins
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record LogEntry(long term, long decidedIn, String part, byte[] bytes) {}

    long lastIndex() {
        return base + entries.size();
    }

    long lastTerm() {
        return termAt(lastIndex());
    }

    long termAt(long index) {
        return index == base ? baseTerm : at(index).term();
    }

    LogEntry at(long index) {
        return entries.get((int) (index - base - 1));
    }

    List<LogEntry> from(long index) {
        return List.copyOf(entries.subList((int) (index - base - 1), entries.size()));
    }

    void truncateFrom(long index) {
        entries.subList((int) (index - base - 1), entries.size()).clear();
    }

    /** Puts a snapshot in the place of all entries up to {@code index}. */
    void compact(long index, long termThere, byte[] state) {
        if (index < lastIndex()) {
            entries.subList(0, (int) (index - base)).clear();
        } else {
            entries.clear();
        }
        base = index;
        baseTerm = termThere;
        snapshot = state;
    }
}
