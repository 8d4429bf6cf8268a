// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import dev.baton.peer.PeerSecret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.BiPredicate;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** What a node shows with the user and password that all nodes share, and checks of others. Compares in constant time. */
public final class ClusterSecret {
    private static final String SCHEME = "Basic ";
    private static final int ROUNDS = 50_000;
    private static final int KEY_BITS = 256;

    private final byte[] expected;
    private final SecretKeySpec key;
    private final BiPredicate<byte[], byte[]> same;

    public ClusterSecret(String user, String password) {
        this(user, password, MessageDigest::isEqual);
    }

    /** @param same compares two digests, in a time that does not depend on how much of them is equal */
    public ClusterSecret(String user, String password, BiPredicate<byte[], byte[]> same) {
        this.expected = digest((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        this.key = key(user, password);
        this.same = same;
    }

    private static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("SHA-256 is unavailable", impossible);
        }
    }

    private static SecretKeySpec key(String user, String password) {
        try {
            byte[] salt = ("baton bully " + user).getBytes(StandardCharsets.UTF_8);
            PBEKeySpec slow = new PBEKeySpec(password.toCharArray(), salt, ROUNDS, KEY_BITS);
            byte[] made = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(slow)
                    .getEncoded();
            return new SecretKeySpec(made, "HmacSHA256");
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("PBKDF2 with SHA-256 is unavailable", impossible);
        }
    }

    /** Whether an {@code Authorization} header is right. Takes as long for one that is nearly right as for any other. */
    public boolean accept(String presented) {
        if (presented.length() < SCHEME.length() || !presented.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return false;
        }
        byte[] said;
        try {
            said = Base64.getDecoder()
                    .decode(presented.substring(SCHEME.length()).trim());
        } catch (IllegalArgumentException noBase64) {
            said = new byte[0];
        }
        return same.test(digest(said), expected);
    }

    /** What only someone who knows the password can say about a text, and what does not tell the password. */
    String proof(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("HMAC with SHA-256 is unavailable", impossible);
        }
    }

    boolean isProof(String said, String text) {
        return MessageDigest.isEqual(
                said.getBytes(StandardCharsets.UTF_8), proof(text).getBytes(StandardCharsets.UTF_8));
    }

    /** That of the peer channel. */
    public PeerSecret peerSecret() {
        return PeerSecret.derivedFrom(key.getEncoded(), "baton-bully peer channel");
    }
}
