// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import java.util.List;
import java.util.OptionalLong;

/** What of a partition is deleted because of its age or its size: whole files, the oldest first. */
final class RetentionRules {
    private RetentionRules() {}

    /** A file of a partition. */
    record Piece(long end, long bytes, long maxTimestamp) {}

    /**
     * @param pieces the oldest first
     * @return the offset that the partition is to start at; empty if nothing is deleted
     */
    static OptionalLong start(List<Piece> pieces, LogSettings settings, long start, long highWatermark, long now) {
        long left = pieces.stream().mapToLong(Piece::bytes).sum();
        long next = start;
        for (Piece piece : pieces) {
            boolean isOld = settings.retentionMillis() >= 0
                    && piece.maxTimestamp() >= 0
                    && piece.maxTimestamp() < now - settings.retentionMillis();
            boolean isTooMuch = settings.retentionBytes() >= 0 && left - piece.bytes() >= settings.retentionBytes();
            if (piece.end() > highWatermark || !(isOld || isTooMuch)) {
                break;
            }
            next = Math.max(next, piece.end());
            left -= piece.bytes();
        }
        return next > start ? OptionalLong.of(next) : OptionalLong.empty();
    }
}
