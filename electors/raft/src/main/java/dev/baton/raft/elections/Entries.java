// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** How changes are written into the log of the group: a version, their number, and each with its kind. */
final class Entries {
    static final int VERSION = 1;

    private static final int GRANT = 1;
    private static final int RELEASE = 2;

    private Entries() {}

    static byte[] write(List<ElectionChange> changes) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            out.writeByte(VERSION);
            out.writeInt(changes.size());
            for (ElectionChange change : changes) {
                write(out, change);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, ElectionChange change) throws IOException {
        if (change instanceof ElectionChange.Grant grant) {
            out.writeByte(GRANT);
            Fields.optional(out, grant.free(), Fields::grant);
            Fields.row(out, grant.next());
        } else if (change instanceof ElectionChange.Release release) {
            out.writeByte(RELEASE);
            Fields.election(out, release.election());
            Fields.token(out, release.token());
            Fields.optional(out, release.successor(), Fields::id);
        }
    }

    /** @throws IllegalArgumentException if it was written by a version that this one does not know, or is damaged */
    static List<ElectionChange> read(byte[] entry) {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(entry));
        try {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw new IllegalArgumentException("entry of elections has version " + version
                        + ", and this member reads version " + VERSION + ": update it");
            }
            int count = in.readInt();
            List<ElectionChange> changes = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                changes.add(change(in));
            }
            return changes;
        } catch (IOException torn) {
            throw new IllegalArgumentException("entry of elections is cut off after " + entry.length + " bytes", torn);
        }
    }

    private static ElectionChange change(DataInput in) throws IOException {
        int kind = in.readUnsignedByte();
        return switch (kind) {
            case GRANT -> new ElectionChange.Grant(Fields.optional(in, Fields::grant), Fields.row(in));
            case RELEASE ->
                new ElectionChange.Release(Fields.election(in), Fields.token(in), Fields.optional(in, Fields::id));
            default -> throw new IllegalArgumentException("entry of elections has a change of kind " + kind);
        };
    }
}
