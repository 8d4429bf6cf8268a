// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Node;
import dev.baton.UnavailableException;
import dev.baton.registry.MessageCodec.UnreadableMessageException;
import dev.baton.security.ReplayWindow;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts and authenticates Baton's own messages in addition to JGroups, whose SYM_ENCRYPT hides messages but does not
 * detect changes. A message is sealed from one process to another and has a number that is used once, so that an
 * attacker cannot replay it, redirect it, or send it under another name. Votes may overtake messages that JGroups
 * resends. Without a key, messages pass as they are.
 */
final class MessageEncryption {
    private static final int KEY_ROUNDS = 100_000;
    private static final int KEY_BITS = 256;
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final int SENDERS_REMEMBERED = 10_000;

    private final Optional<SecretKey> key;
    private final Node self;
    private final SecureRandom chance = new SecureRandom();
    private final AtomicLong sent = new AtomicLong();
    /** The numbers that each process has used. */
    /** A sender numbers its messages to all receivers, so the numbers for one receiver have gaps. */
    static final int WINDOW = 4_096;

    private final Map<Node, ReplayWindow> received = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Node, ReplayWindow> eldest) {
            return size() > SENDERS_REMEMBERED;
        }
    };

    MessageEncryption(Optional<SecretKey> key, Node self) {
        this.key = key;
        this.self = self;
    }

    /** Derives the key from a shared secret. */
    static SecretKey key(String secret, String cluster) {
        byte[] salt = ("baton-registry " + cluster).getBytes(StandardCharsets.UTF_8);
        try {
            byte[] made = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(new PBEKeySpec(secret.toCharArray(), salt, KEY_ROUNDS, KEY_BITS))
                    .getEncoded();
            return new SecretKeySpec(made, "AES");
        } catch (GeneralSecurityException problem) {
            throw new UnavailableException("cannot derive a key on this JVM: " + problem, problem);
        }
    }

    byte[] close(Node to, byte[] plain) {
        if (key.isEmpty()) {
            return plain;
        }
        try {
            byte[] nonce = new byte[NONCE];
            chance.nextBytes(nonce);
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key.get(), nonce, self, to);
            cipher.update(ByteBuffer.allocate(Long.BYTES)
                    .putLong(sent.incrementAndGet())
                    .array());
            byte[] hidden = cipher.doFinal(plain);
            byte[] sealed = Arrays.copyOf(nonce, NONCE + hidden.length);
            System.arraycopy(hidden, 0, sealed, NONCE, hidden.length);
            return sealed;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("AES/GCM is part of every Java runtime", impossible);
        }
    }

    byte[] open(Node from, byte[] sealed, int offset, int length) throws UnreadableMessageException {
        if (key.isEmpty()) {
            return Arrays.copyOfRange(sealed, offset, offset + length);
        }
        if (length <= NONCE) {
            throw new UnreadableMessageException(length + " bytes are not a sealed message");
        }
        byte[] nonce = Arrays.copyOfRange(sealed, offset, offset + NONCE);
        ByteBuffer numbered;
        try {
            numbered = ByteBuffer.wrap(cipher(Cipher.DECRYPT_MODE, key.get(), nonce, from, self)
                    .doFinal(sealed, offset + NONCE, length - NONCE));
        } catch (GeneralSecurityException forged) {
            throw new UnreadableMessageException("the seal is broken: another key, or changed on the way");
        }
        if (numbered.remaining() < Long.BYTES || !isNew(from, numbered.getLong())) {
            throw new UnreadableMessageException("it was here before");
        }
        byte[] plain = new byte[numbered.remaining()];
        numbered.get(plain);
        return plain;
    }

    private boolean isNew(Node from, long number) {
        synchronized (received) {
            return received.computeIfAbsent(from, first -> new ReplayWindow(WINDOW))
                    .take(number);
        }
    }

    private static Cipher cipher(int mode, SecretKey key, byte[] nonce, Node from, Node to)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD((from + " to " + to).getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
