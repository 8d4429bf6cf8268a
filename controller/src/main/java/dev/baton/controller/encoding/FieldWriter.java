// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller.encoding;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Writes numbered fields. A field is a number with its kind in the lowest bit (0: a number, 1: bytes), then its value; a
 * reader skips the fields that it does not know. Numbers take 1 to 10 bytes, small ones fewer.
 */
public final class FieldWriter {
    static final int NUMBER = 0;
    static final int BYTES = 1;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** The bytes of a message that is written by {@code fields}. */
    public static byte[] message(Consumer<FieldWriter> fields) {
        FieldWriter writer = new FieldWriter();
        fields.accept(writer);
        return writer.toBytes();
    }

    /** A number; 0 is what a reader assumes, and is not written. */
    public FieldWriter number(int field, long value) {
        if (value != 0) {
            raw((long) field << 1 | NUMBER);
            raw(value);
        }
        return this;
    }

    public FieldWriter flag(int field, boolean value) {
        return number(field, value ? 1 : 0);
    }

    public FieldWriter text(int field, String value) {
        return value.isEmpty() ? this : bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    public FieldWriter bytes(int field, byte[] value) {
        raw((long) field << 1 | BYTES);
        raw(value.length);
        out.writeBytes(value);
        return this;
    }

    /** A message within this one. */
    public FieldWriter nested(int field, Consumer<FieldWriter> fields) {
        return bytes(field, message(fields));
    }

    /** Many numbers, each as its difference to the one before. */
    public FieldWriter numbers(int field, long[] values) {
        FieldWriter packed = new FieldWriter();
        long before = 0;
        for (long value : values) {
            long step = value - before;
            packed.raw(step << 1 ^ step >> 63);
            before = value;
        }
        return bytes(field, packed.toBytes());
    }

    private void raw(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    public byte[] toBytes() {
        return out.toByteArray();
    }
}
