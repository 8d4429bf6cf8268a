// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import java.net.ProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * The opening of a connection, seen from who calls: hello, challenge, proof, welcome. The caller proves itself first,
 * so that a listener gives nothing to guess the secret by to whoever happens to connect.
 */
final class ClientHandshake {
    private final Identity identity;
    private final NetworkPath.Ends ends;
    private final Frame hello;
    private @Nullable Frame challengeFrame;
    private @Nullable Challenge challenge;

    ClientHandshake(Identity identity, NetworkPath.Ends ends) {
        this.identity = identity;
        this.ends = ends;
        this.hello = new Hello(identity.cluster(), identity.self())
                .frame(identity.proof().nonce());
    }

    Frame hello() {
        return hello;
    }

    /** Takes the challenge, and gives the proof that is to be sent. */
    Frame prove(Frame frame) throws ProtocolException {
        challenge = Challenge.read(frame);
        challengeFrame = frame;
        return identity.proof().make(Proof.Side.CALLER, hello, frame);
    }

    boolean awaitsWelcome() {
        return challenge != null;
    }

    PeerAnswer complete(Frame welcome) throws ProtocolException {
        Challenge answered = challenge;
        Frame frame = challengeFrame;
        if (answered == null || frame == null) {
            throw new ProtocolException("welcome without a challenge");
        }
        identity.proof().check(Proof.Side.CALLED, hello, frame, welcome);
        if (answered.called().equals(identity.self())) {
            throw new ProtocolException("connected to itself");
        }
        NetworkPath route = NetworkPath.between(ends, answered.ends());
        return new PeerAnswer(answered.called(), route, answered.host(), answered.lock());
    }
}
