// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.raft.group.ReplicatedPart;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Snapshots of a part, in memory. */
public final class SnapshotBytes {
    private SnapshotBytes() {}

    public static byte[] of(ReplicatedPart part) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            part.snapshot(new DataOutputStream(bytes));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /** The same for equal states, and hardly for others. */
    public static String hash(ReplicatedPart part) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(of(part)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public static void restore(ReplicatedPart part, byte[] bytes) {
        try {
            part.restore(new DataInputStream(new ByteArrayInputStream(bytes)));
        } catch (IOException damaged) {
            throw new UncheckedIOException(damaged);
        }
    }
}
