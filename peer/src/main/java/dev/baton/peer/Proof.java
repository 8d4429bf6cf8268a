// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Shows knowledge of the secret without sending it: an HMAC over both opening frames, which contain both nodes, both
 * addresses and both fresh numbers, so that no proof is valid for another connection. The two directions are labelled,
 * so that a proof cannot be sent back to its sender.
 */
final class Proof {
    static final int NONCE_BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";
    /** Detects other protocols on the loopback interface; hides nothing. */
    private static final byte[] NO_SECRET = "baton peer channel without a secret".getBytes(StandardCharsets.UTF_8);

    /** The side that proves. */
    enum Side {
        CALLER(Frame.Kind.PROOF),
        CALLED(Frame.Kind.WELCOME);

        private final Frame.Kind kind;

        Side(Frame.Kind kind) {
            this.kind = kind;
        }
    }

    private final byte[] key;
    private final SecureRandom chance = new SecureRandom();

    Proof(Optional<PeerSecret> secret, String cluster) {
        byte[] shared = secret.map(PeerSecret::bytes).orElse(NO_SECRET);
        this.key =
                hmac(shared, ("baton peer channel " + Hello.VERSION + " " + cluster).getBytes(StandardCharsets.UTF_8));
    }

    byte[] nonce() {
        byte[] nonce = new byte[NONCE_BYTES];
        chance.nextBytes(nonce);
        return nonce;
    }

    Frame make(Side side, Frame hello, Frame challenge) {
        return new Frame(side.kind, compute(side, hello, challenge));
    }

    void check(Side side, Frame hello, Frame challenge, Frame presented) throws ProtocolException {
        presented.read(side.kind);
        if (!MessageDigest.isEqual(compute(side, hello, challenge), presented.body())) {
            throw new ProtocolException("the peer does not know the secret of this cluster");
        }
    }

    private byte[] compute(Side side, Frame hello, Frame challenge) {
        byte[] label = (side.name() + "\0").getBytes(StandardCharsets.UTF_8);
        return hmac(key, label, hello.encoded(), challenge.encoded());
    }

    private static byte[] hmac(byte[] key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, impossible);
        }
    }
}
