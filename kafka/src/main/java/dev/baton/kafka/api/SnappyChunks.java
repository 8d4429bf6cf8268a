// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import java.nio.ByteBuffer;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.RecordTooLargeException;

/**
 * How much memory snappy would take to unpack a batch. Its library believes the lengths that it finds and takes so much at
 * once, up to 2 GiB for a few bytes; so they are looked at before.
 */
final class SnappyChunks {
    /** The first four bytes of the header that most clients write: 0x82 S N A. */
    private static final int HEADER = 0x82534e41;

    private static final int HEADER_BYTES = 16;
    private static final int MAX_VARINT = 5;

    private SnappyChunks() {}

    /** @param packed what is unpacked, from its position on, which is not moved */
    static void check(ByteBuffer packed, long most) {
        ByteBuffer in = packed.duplicate();
        if (in.remaining() < HEADER_BYTES || in.getInt(in.position()) != HEADER) {
            requireModest(in, most);
            return;
        }
        long total = 0;
        while (in.remaining() >= Integer.BYTES) {
            int chunk = in.getInt();
            if (chunk == HEADER && in.remaining() >= HEADER_BYTES - Integer.BYTES) {
                in.position(in.position() + HEADER_BYTES - Integer.BYTES);
                continue;
            }
            if (chunk <= 0 || chunk > in.remaining()) {
                throw new CorruptRecordException("a block of the batch has " + chunk + " bytes");
            }
            total += requireModest(in, most - total);
            in.position(in.position() + chunk);
        }
    }

    private static long requireModest(ByteBuffer chunk, long most) {
        long length = 0;
        for (int i = 0; i < MAX_VARINT && i < chunk.remaining(); i++) {
            byte next = chunk.get(chunk.position() + i);
            length |= (long) (next & 0x7f) << (7 * i);
            if (next >= 0) {
                break;
            }
        }
        if (length > most) {
            throw new RecordTooLargeException("the batch unpacks to more than is allowed");
        }
        return length;
    }
}
