// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;

/** What is asked at a member's port. */
final class MemberRequest {
    static final UUID ANY = new UUID(0, 0);
    private static final byte VERSION = 1;

    private final UUID cluster;
    private final Kind kind;
    private final String part;
    private final byte[] content;

    MemberRequest(UUID cluster, Kind kind, String part, byte[] content) {
        this.cluster = cluster;
        this.kind = kind;
        this.part = part;
        this.content = content;
    }

    /** Where the caller takes the member to belong; {@link #ANY} if it does not know yet. */
    UUID cluster() {
        return cluster;
    }

    Kind kind() {
        return kind;
    }

    /** For a {@link Kind#CALL}. */
    String part() {
        return part;
    }

    byte[] content() {
        return content;
    }

    enum Kind {
        /** Who are you, and what do you know of the group? Answered by a {@link MemberStatus}. */
        STATUS(1),
        /** A request to the leader's side of a part. Answered by a {@link CallAnswer}. */
        CALL(2);

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
            throw new IllegalArgumentException("a question of kind " + code + " is not known here");
        }
    }

    static MemberRequest status(UUID cluster) {
        return new MemberRequest(cluster, Kind.STATUS, "", new byte[0]);
    }

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            out.writeByte(VERSION);
            out.writeLong(cluster.getMostSignificantBits());
            out.writeLong(cluster.getLeastSignificantBits());
            out.writeByte(kind.code);
            out.writeUTF(part);
            out.write(content);
        } catch (IOException inMemory) {
            throw new UncheckedIOException(inMemory);
        }
        return bytes.toByteArray();
    }

    /** @throws IllegalArgumentException if it is invalid here */
    static MemberRequest parse(byte[] bytes) {
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            byte version = in.readByte();
            if (version != VERSION) {
                throw new IllegalArgumentException(
                        "a question has version " + version + ", this member reads " + VERSION);
            }
            UUID cluster = new UUID(in.readLong(), in.readLong());
            return new MemberRequest(cluster, Kind.of(in.readUnsignedByte()), in.readUTF(), in.readAllBytes());
        } catch (IOException torn) {
            throw new IllegalArgumentException("a question is torn", torn);
        }
    }
}
