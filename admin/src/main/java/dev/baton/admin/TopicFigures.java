// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

/** The figures of those partitions of a topic whose leaders have answered, together. */
public record TopicFigures(
        @FieldDoc("that can be read") long records,

        @FieldDoc("on the disks of the leaders; every replica has about as many")
        long sizeBytes,

        @FieldDoc("averaged over some ten seconds") double recordsInPerSecond,
        @FieldDoc("averaged over some ten seconds") double bytesInPerSecond) {
    public static final TopicFigures NONE = new TopicFigures(0, 0, 0, 0);

    public TopicFigures plus(PartitionFigures more) {
        return new TopicFigures(
                records + more.endOffset() - more.startOffset(),
                sizeBytes + more.sizeBytes(),
                recordsInPerSecond + more.recordsInPerSecond(),
                bytesInPerSecond + more.bytesInPerSecond());
    }
}
