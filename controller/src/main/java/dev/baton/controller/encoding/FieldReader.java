// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller.encoding;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what {@link FieldWriter} wrote: {@code while (in.next()) switch (in.field()) …}. A field that is not asked for
 * is skipped. Whatever the bytes are, it fails with {@link MalformedException} and nothing else, and never takes more
 * memory than they have.
 */
public final class FieldReader {
    private final byte[] from;
    private int at;
    private final int end;
    private int field;
    private int kind;
    private long number;
    private int valueAt;

    public FieldReader(byte[] from) {
        this(from, 0, from.length);
    }

    private FieldReader(byte[] from, int at, int end) {
        this.from = from;
        this.at = at;
        this.end = end;
    }

    /** Goes to the next field; false at the end. */
    public boolean next() {
        if (at == end) {
            return false;
        }
        long key = raw();
        if (key >>> 1 < 1 || key >>> 1 > Integer.MAX_VALUE) {
            throw new MalformedException("a field has the number " + (key >>> 1));
        }
        field = (int) (key >>> 1);
        kind = (int) (key & 1);
        number = raw();
        valueAt = at;
        if (kind == FieldWriter.BYTES) {
            if (number < 0 || number > end - at) {
                throw new MalformedException(
                        "field " + field + " has " + number + " bytes, but only " + (end - at) + " are left");
            }
            at += (int) number;
        }
        return true;
    }

    public int field() {
        return field;
    }

    public long number() {
        require(FieldWriter.NUMBER);
        return number;
    }

    /** A number from 0 to {@code most}. */
    public int number(int most) {
        long value = number();
        if (value < 0 || value > most) {
            throw new MalformedException("field " + field + " is " + value + ", which is not from 0 to " + most);
        }
        return (int) value;
    }

    /** A number that someone typed: one that is too large for an int is the largest. */
    public int integer() {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number()));
    }

    public boolean flag() {
        return number(1) == 1;
    }

    public String text() {
        require(FieldWriter.BYTES);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(from, valueAt, (int) number))
                    .toString();
        } catch (CharacterCodingException notText) {
            throw new MalformedException("field " + field + " is not text", notText);
        }
    }

    public byte[] bytes() {
        require(FieldWriter.BYTES);
        return Arrays.copyOfRange(from, valueAt, valueAt + (int) number);
    }

    public FieldReader nested() {
        require(FieldWriter.BYTES);
        return new FieldReader(from, valueAt, valueAt + (int) number);
    }

    /** What {@link FieldWriter#numbers} wrote. */
    public long[] numbers() {
        FieldReader packed = nested();
        long[] values = new long[16];
        int count = 0;
        long before = 0;
        while (packed.at < packed.end) {
            long step = packed.raw();
            before += step >>> 1 ^ -(step & 1);
            if (count == values.length) {
                values = Arrays.copyOf(values, 2 * count);
            }
            values[count++] = before;
        }
        return Arrays.copyOf(values, count);
    }

    private void require(int expected) {
        if (kind != expected) {
            throw new MalformedException("field " + field + " is of the other kind");
        }
    }

    private long raw() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at == end) {
                throw new MalformedException("truncated number");
            }
            byte next = from[at++];
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedException("a number has more than 10 bytes");
    }
}
