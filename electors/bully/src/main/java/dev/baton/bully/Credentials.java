// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.internal.check.Validation;
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

/** The user and password that all nodes of a cluster share. Never shown, and compared in constant time. */
public final class Credentials {
    static final int MIN_LENGTH = 4;
    private static final int MAX_LENGTH = 256;
    private static final String SCHEME = "Basic ";
    private static final int ROUNDS = 50_000;
    private static final int KEY_BITS = 256;

    private final byte[] expected;
    private final SecretKeySpec key;
    private final BiPredicate<byte[], byte[]> same;

    public Credentials(String user, String password) {
        this(user, password, MessageDigest::isEqual);
    }

    /** @param same compares two digests, in a time that does not depend on how much of them is equal */
    Credentials(String user, String password, BiPredicate<byte[], byte[]> same) {
        Validation.of("bully")
                .between("length of user", user.length(), MIN_LENGTH, MAX_LENGTH)
                .between("length of pass", password.length(), MIN_LENGTH, MAX_LENGTH)
                .require(user.indexOf(':') < 0, "user must not contain a colon")
                .check();
        byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        this.expected = digest(both);
        this.key = key(user, password);
        this.same = same;
    }

    private static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
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
            throw new IllegalStateException("every Java has PBKDF2 with SHA-256", impossible);
        }
    }

    /** Whether an {@code Authorization} header is right. Takes as long for one that is nearly right as for any other. */
    boolean accept(String presented) {
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

    /** What only somebody who knows the password can say about a text, and what does not tell the password. */
    String proof(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java has HMAC with SHA-256", impossible);
        }
    }

    /** That of the peer channel. */
    PeerSecret peerSecret() {
        return PeerSecret.derivedFrom(key.getEncoded(), "baton-bully peer channel");
    }

    boolean isProof(String said, String text) {
        return MessageDigest.isEqual(
                said.getBytes(StandardCharsets.UTF_8), proof(text).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "credentials (not shown)";
    }
}
