// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.groups;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The names of the groups that there are, as far as is known: those that were listed, and those that were let in since. Any
 * thread.
 */
final class GroupNames {
    /** Longer ones are no names. */
    static final int MAX_LENGTH = 255;

    private static final long FRESH_NANOS = 10_000_000_000L;
    private static final long AGAIN_NANOS = 1_000_000_000L;

    private final int limit;
    private Set<String> names = new HashSet<>();
    private Set<String> since = new HashSet<>();
    private long listed;
    private boolean everListed;

    /** What to do with a group. */
    enum Verdict {
        KNOWN,
        /** There is room for it. */
        NEW,
        /** It cannot be told before the groups were listed. */
        LIST,
        FULL
    }

    GroupNames(int limit) {
        this.limit = limit;
    }

    synchronized Verdict let(String name, long now) {
        if (names.contains(name)) {
            return Verdict.KNOWN;
        }
        boolean full = names.size() >= limit;
        if (!everListed || now - listed >= (full ? AGAIN_NANOS : FRESH_NANOS)) {
            return Verdict.LIST;
        }
        if (full) {
            return Verdict.FULL;
        }
        names.add(name);
        since.add(name);
        return Verdict.NEW;
    }

    /** Groups are about to be listed: those that are let in from now on may not be in the list. */
    synchronized void listing() {
        since = new HashSet<>();
    }

    /** These are the groups that there are. */
    synchronized void listed(Collection<String> all, long now) {
        names = new HashSet<>(all);
        names.addAll(since);
        since = new HashSet<>();
        everListed = true;
        listed = now;
    }

    /** They could not be listed: what is known counts. */
    synchronized void notListed(long now) {
        everListed = true;
        listed = now;
    }
}
