// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.records;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Holds what a client was told, and what readers saw, against what a partition promises: what was acknowledged is there, at
 * its offset; what certainly failed is not; nothing is duplicated; offsets have no gaps; one offset has one record for
 * every reader; the high watermark never goes back. Any thread.
 */
public final class RecordsChecker {
    private final Map<String, Long> acknowledged = new TreeMap<>();
    private final Set<String> failed = new HashSet<>();
    private final List<String> problems = new ArrayList<>();
    private final Map<Long, String> seen = new HashMap<>();
    private final Map<String, Set<Long>> seenBy = new TreeMap<>();
    private long highWatermark;
    /** What is before has been deleted, as was asked for. */
    private long start;

    /** A record was acknowledged, and this was the high watermark right after it. */
    public synchronized void acknowledged(String text, long offset, long watermark) {
        acknowledged(text, offset);
        if (watermark <= offset) {
            problems.add(text + " was acknowledged at " + offset + ", above the high watermark " + watermark);
        }
        watermark(watermark);
    }

    /** A record was acknowledged. */
    public synchronized void acknowledged(String text, long offset) {
        Long before = acknowledged.put(text, offset);
        if (before != null && before != offset) {
            problems.add(text + " was acknowledged at " + before + " and at " + offset);
        }
    }

    /** A client was told this high watermark, after all that it was told before. */
    public synchronized void watermark(long watermark) {
        if (watermark < highWatermark) {
            problems.add("the high watermark went back from " + highWatermark + " to " + watermark);
        }
        highWatermark = Math.max(highWatermark, watermark);
    }

    /** Records before this offset have been deleted by the settings of their topic: nobody needs to read them. */
    public synchronized void startsAt(long offset) {
        if (offset < start) {
            problems.add("the start went back from " + start + " to " + offset);
        }
        start = Math.max(start, offset);
    }

    public synchronized long start() {
        return start;
    }

    /** For certain, and never tried again. */
    public synchronized void failed(String text) {
        failed.add(text);
    }

    public synchronized int acknowledged() {
        return acknowledged.size();
    }

    /** A reader sees a record, perhaps not for the first time. */
    public synchronized void seen(String reader, long offset, String text) {
        String other = seen.putIfAbsent(offset, text);
        if (other != null && !other.equals(text)) {
            problems.add("offset " + offset + " is " + other + ", and " + text + " for " + reader);
        }
        if (failed.contains(text)) {
            problems.add(reader + " sees " + text + ", which certainly failed");
        }
        seenBy.computeIfAbsent(reader, it -> new HashSet<>()).add(offset);
    }

    /** How many offsets a reader has seen. */
    public synchronized int seenBy(String reader) {
        return seenBy.getOrDefault(reader, Set.of()).size();
    }

    /** What a reader sees from the first offset that is left on: {@code OFFSET=TEXT}. */
    public synchronized void read(String reader, List<String> records) {
        long next = start;
        Map<String, Long> places = new HashMap<>();
        for (String record : records) {
            long offset = Long.parseLong(record.substring(0, record.indexOf('=')));
            String text = record.substring(record.indexOf('=') + 1);
            if (offset != next) {
                problems.add(reader + " sees offset " + offset + " where " + next + " should be");
            }
            next = offset + 1;
            Long twice = places.put(text, offset);
            if (twice != null) {
                problems.add(reader + " sees " + text + " at " + twice + " and at " + offset);
            }
            seen(reader, offset, text);
        }
        acknowledged.forEach((text, offset) -> {
            if (offset >= start && !offset.equals(places.get(text))) {
                problems.add(reader + " sees " + text + " at " + places.get(text) + ", acknowledged at " + offset);
            }
        });
    }

    /** The same, after all others have read: what any of them has seen must still be there. */
    public synchronized void readLast(String reader, List<String> records) {
        read(reader, records);
        for (long offset : seen.keySet()) {
            if (offset >= start + records.size()) {
                problems.add(reader + " does not see offset " + offset + ", which another reader has seen");
            }
        }
    }

    public synchronized List<String> problems() {
        return List.copyOf(problems);
    }
}
