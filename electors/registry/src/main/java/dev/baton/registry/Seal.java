// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.core.UnavailableException;
import dev.baton.registry.MessageCodec.UnreadableMessageException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts and authenticates Baton's own messages, above what JGroups encrypts: its SYM_ENCRYPT hides messages but does
 * not notice changed ones. Without a key, messages pass as they are.
 */
final class Seal {
    private static final int KEY_ROUNDS = 100_000;
    private static final int KEY_BITS = 256;
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    private final Optional<SecretKey> key;
    private final SecureRandom chance = new SecureRandom();

    Seal(Optional<SecretKey> key) {
        this.key = key;
    }

    /** The key that a shared secret stands for. */
    static SecretKey key(String secret, String cluster) {
        byte[] salt = ("baton-registry " + cluster).getBytes(StandardCharsets.UTF_8);
        try {
            byte[] made = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(new PBEKeySpec(secret.toCharArray(), salt, KEY_ROUNDS, KEY_BITS))
                    .getEncoded();
            return new SecretKeySpec(made, "AES");
        } catch (GeneralSecurityException problem) {
            throw new UnavailableException("no key can be made on this Java runtime: " + problem, problem);
        }
    }

    byte[] close(byte[] plain) {
        if (key.isEmpty()) {
            return plain;
        }
        try {
            byte[] nonce = new byte[NONCE];
            chance.nextBytes(nonce);
            byte[] hidden = cipher(Cipher.ENCRYPT_MODE, key.get(), nonce).doFinal(plain);
            byte[] sealed = Arrays.copyOf(nonce, NONCE + hidden.length);
            System.arraycopy(hidden, 0, sealed, NONCE, hidden.length);
            return sealed;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("AES/GCM is part of every Java runtime", impossible);
        }
    }

    byte[] open(byte[] sealed, int offset, int length) throws UnreadableMessageException {
        if (key.isEmpty()) {
            return Arrays.copyOfRange(sealed, offset, offset + length);
        }
        if (length <= NONCE) {
            throw new UnreadableMessageException(length + " bytes are no sealed message");
        }
        try {
            return cipher(Cipher.DECRYPT_MODE, key.get(), Arrays.copyOfRange(sealed, offset, offset + NONCE))
                    .doFinal(sealed, offset + NONCE, length - NONCE);
        } catch (GeneralSecurityException forged) {
            throw new UnreadableMessageException("the seal is broken: another key, or changed on the way");
        }
    }

    private static Cipher cipher(int mode, SecretKey key, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }
}
