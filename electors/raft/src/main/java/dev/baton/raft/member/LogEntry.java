// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What the log holds for a part. */
final class LogEntry {
    static final int MAX_NAME = 64;
    private static final byte VERSION = 1;

    private final long term;
    private final String part;
    private final byte[] content;

    LogEntry(long term, String part, byte[] content) {
        this.term = term;
        this.part = part;
        this.content = content;
    }

    /** @throws IllegalArgumentException if no part can have this name */
    static void requireFree(String name, boolean isFirst) {
        if (name.length() > MAX_NAME || name.equals(MembershipSide.PART) || !isFirst) {
            throw new IllegalArgumentException("part " + name + " is named twice, or its name is not free");
        }
    }

    /** The one in which it was decided: it counts only if it was also appended in it. */
    long term() {
        return term;
    }

    String part() {
        return part;
    }

    byte[] content() {
        return content;
    }

    byte[] bytes() {
        byte[] name = part.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + Long.BYTES + 1 + name.length + content.length)
                .put(VERSION)
                .putLong(term)
                .put((byte) name.length)
                .put(name)
                .put(content)
                .array();
    }

    /** @throws IllegalArgumentException if it is none, or one of a later version */
    static LogEntry parse(ByteBuffer bytes) {
        try {
            byte version = bytes.get();
            if (version != VERSION) {
                throw new IllegalArgumentException(
                        "an entry has version " + version + ", and this member reads " + VERSION);
            }
            long term = bytes.getLong();
            byte[] name = new byte[bytes.get()];
            bytes.get(name);
            byte[] content = new byte[bytes.remaining()];
            bytes.get(content);
            return new LogEntry(term, new String(name, StandardCharsets.UTF_8), content);
        } catch (BufferUnderflowException | NegativeArraySizeException torn) {
            throw new IllegalArgumentException("an entry is torn", torn);
        }
    }
}
