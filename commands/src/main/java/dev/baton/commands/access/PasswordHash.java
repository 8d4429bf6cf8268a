// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.access;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * What is kept of a password: {@code pbkdf2-sha256$ITERATIONS$SALT$HASH}, the last two in Base64. Checking one takes
 * about a tenth of a second of a processor, on purpose.
 */
public final class PasswordHash {
    private static final String ALGORITHM = "PBKDF2WithHmacSHA256";
    private static final Pattern FORM =
            Pattern.compile("pbkdf2-sha256\\$([1-9][0-9]{3,7})\\$([A-Za-z0-9+/]{22,88}=*)\\$([A-Za-z0-9+/]{43}=)");
    private static final int ITERATIONS = 210_000;
    private static final int MIN_ITERATIONS = 10_000;
    private static final int MAX_ITERATIONS = 10_000_000;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BITS = 256;
    /** PBKDF2 cannot be asked for the hash of nothing. */
    private static final char[] STAND_IN = {' '};

    private final int iterations;
    private final byte[] salt;
    private final byte[] hash;

    private PasswordHash(int iterations, byte[] salt, byte[] hash) {
        this.iterations = iterations;
        this.salt = salt;
        this.hash = hash;
    }

    /** Hashes a new password with its own salt. */
    public static PasswordHash of(String password, SecureRandom random) {
        return of(password, ITERATIONS, random);
    }

    static PasswordHash of(String password, int iterations, SecureRandom random) {
        if (password.isEmpty()) {
            throw new IllegalArgumentException("a password must not be empty");
        }
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return new PasswordHash(iterations, salt, derive(password.toCharArray(), salt, iterations));
    }

    /** One that no password has: for the same work where there is no such user. */
    static PasswordHash ofNobody(SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        byte[] hash = new byte[HASH_BITS / 8];
        random.nextBytes(salt);
        random.nextBytes(hash);
        return new PasswordHash(ITERATIONS, salt, hash);
    }

    /** Reads what {@link #encoded()} wrote. */
    public static PasswordHash parse(String encoded) {
        Matcher form = FORM.matcher(encoded);
        if (!form.matches()) {
            throw new IllegalArgumentException("not a password hash of the form pbkdf2-sha256$ITERATIONS$SALT$HASH");
        }
        int iterations = Integer.parseInt(form.group(1));
        if (iterations < MIN_ITERATIONS || iterations > MAX_ITERATIONS) {
            throw new IllegalArgumentException("a password hash of " + iterations + " iterations is not from "
                    + MIN_ITERATIONS + " to " + MAX_ITERATIONS);
        }
        Base64.Decoder base64 = Base64.getDecoder();
        return new PasswordHash(iterations, base64.decode(form.group(2)), base64.decode(form.group(3)));
    }

    /** For a configuration file. It is not the password, but should be kept like one. */
    public String encoded() {
        Base64.Encoder base64 = Base64.getEncoder();
        return "pbkdf2-sha256$" + iterations + "$" + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
    }

    /** Is this the password? Takes the same time whatever the answer. */
    boolean matches(byte[] password) {
        char[] text = STAND_IN.clone();
        boolean usable = false;
        try {
            String decoded = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(password))
                    .toString();
            if (!decoded.isEmpty()) {
                text = decoded.toCharArray();
                usable = true;
            }
        } catch (CharacterCodingException notText) {
            // The password of no user; found out after the same work.
        }
        boolean same = MessageDigest.isEqual(hash, derive(text, salt, iterations));
        return same && usable;
    }

    private static byte[] derive(char[] password, byte[] salt, int iterations) {
        PBEKeySpec spec = new PBEKeySpec(password, salt, iterations, HASH_BITS);
        try {
            return SecretKeyFactory.getInstance(ALGORITHM).generateSecret(spec).getEncoded();
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(ALGORITHM + " is part of every Java platform", missing);
        } finally {
            spec.clearPassword();
            Arrays.fill(password, ' ');
        }
    }

    @Override
    public String toString() {
        return "a password hash";
    }
}
