// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A member's answer to a call. The text of a {@link Kind#NOT_LEADER} is the address of the leader, if it knows one. */
final class CallAnswer {
    private final Kind kind;
    private final byte[] content;

    CallAnswer(Kind kind, byte[] content) {
        this.kind = kind;
        this.content = content;
    }

    Kind kind() {
        return kind;
    }

    byte[] content() {
        return content;
    }

    enum Kind {
        /** The answer of the leader's side. */
        ANSWER(1),
        /** Nothing was done: another member may lead. */
        NOT_LEADER(2),
        /** Nothing was done, and another member would do no better. */
        UNAVAILABLE(3),
        /** It may have been done. */
        UNKNOWN(4),
        /** Nothing was done: this member belongs to another cluster. */
        REFUSED(5),
        /** Nothing was done, and never will be: the request comes to more than an entry may have. */
        TOO_LARGE(6);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        static Kind of(int code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("an answer of kind " + code + " is not known here");
        }
    }

    static CallAnswer of(Kind kind, String text) {
        return new CallAnswer(kind, text.getBytes(StandardCharsets.UTF_8));
    }

    String text() {
        return new String(content, StandardCharsets.UTF_8);
    }

    byte[] bytes() {
        return ByteBuffer.allocate(1 + content.length)
                .put((byte) kind.code)
                .put(content)
                .array();
    }

    /** @throws IllegalArgumentException if it is none */
    static CallAnswer parse(byte[] bytes) {
        if (bytes.length == 0) {
            throw new IllegalArgumentException("an empty answer");
        }
        byte[] content = new byte[bytes.length - 1];
        System.arraycopy(bytes, 1, content, 0, content.length);
        return new CallAnswer(Kind.of(bytes[0]), content);
    }
}
