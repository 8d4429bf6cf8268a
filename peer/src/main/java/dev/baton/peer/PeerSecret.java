// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.internal.check.Validation;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A secret that the nodes of a cluster share. Never sent, and never shown: not even its length. */
public final class PeerSecret {
    private static final String MAC = "HmacSHA256";
    static final int MIN_BYTES = 16;
    static final int MAX_BYTES = 1024;

    private final byte[] bytes;

    private PeerSecret(byte[] bytes) {
        this.bytes = bytes;
    }

    /** @throws dev.baton.ConfigurationException if it is too short to withstand guessing, or too long */
    public static PeerSecret of(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Validation.of("peer")
                .require(
                        bytes.length >= MIN_BYTES && bytes.length <= MAX_BYTES,
                        "secret must have %s to %s bytes",
                        MIN_BYTES,
                        MAX_BYTES)
                .check();
        return new PeerSecret(bytes);
    }

    /**
     * Derives a secret from another key, so that neither reveals the other.
     *
     * @param purpose differs for each use of the same key
     */
    public static PeerSecret derivedFrom(byte[] key, String purpose) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(key, MAC));
            byte[] made = mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
            return of(HexFormat.of().formatHex(made));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has " + MAC, impossible);
        }
    }

    byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public String toString() {
        return "***";
    }
}
