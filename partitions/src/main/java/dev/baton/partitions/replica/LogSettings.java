// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import java.util.Map;

/**
 * The settings of a topic that its partitions follow, under the names that Kafka has for them. An invalid
 * value counts as not set.
 *
 * @param retentionMillis records that are older are deleted; -1 for never
 * @param retentionBytes so much of a partition is kept at least; -1 for everything
 * @param segmentBytes records are deleted by files of about this size
 * @param maxMessageBytes the largest append
 * @param appendTime whether records get the leader's time
 */
public record LogSettings(
        long retentionMillis, long retentionBytes, int segmentBytes, int maxMessageBytes, boolean appendTime) {
    /** An append travels as one entry of the log. */
    public static final int MAX_MESSAGE_BYTES = 3 << 20;

    public static final LogSettings DEFAULT = new LogSettings(7L * 24 * 3600 * 1000, -1, 1 << 30, 1_048_588, false);
    /** Every segment is an open file. */
    public static final int MIN_SEGMENT_BYTES = 1024;
    /** Positions in a segment, and in what is sent of it, are numbers of 31 bits. */
    public static final int MAX_SEGMENT_BYTES = 1 << 30;

    /** Reads the settings of a topic; others are not looked at. */
    public static LogSettings of(Map<String, String> config) {
        // Compaction promises that the latest record of a key stays. Nothing is compacted: everything stays.
        boolean keepsAll = "compact".equals(config.get("cleanup.policy"));
        return new LogSettings(
                keepsAll ? -1 : number(config, "retention.ms", -1, Long.MAX_VALUE, DEFAULT.retentionMillis),
                keepsAll ? -1 : number(config, "retention.bytes", -1, Long.MAX_VALUE, DEFAULT.retentionBytes),
                (int) number(config, "segment.bytes", MIN_SEGMENT_BYTES, MAX_SEGMENT_BYTES, DEFAULT.segmentBytes),
                (int) Math.min(
                        MAX_MESSAGE_BYTES,
                        number(config, "max.message.bytes", 0, Integer.MAX_VALUE, DEFAULT.maxMessageBytes)),
                "LogAppendTime".equals(config.get("message.timestamp.type")));
    }

    private static long number(Map<String, String> config, String name, long least, long most, long usual) {
        try {
            String text = config.get(name);
            long value = text == null ? usual : Long.parseLong(text.trim());
            return value < least || value > most ? usual : value;
        } catch (NumberFormatException notANumber) {
            return usual;
        }
    }
}
