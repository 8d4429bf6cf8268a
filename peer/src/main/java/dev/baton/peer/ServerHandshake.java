// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.Node;
import java.net.ProtocolException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The opening of a connection, seen from who is called. */
final class ServerHandshake {
    private final Identity identity;
    private final NetworkPath.Ends ends;
    private @Nullable Hello hello;
    private @Nullable Frame helloFrame;
    private @Nullable Frame challenge;
    private Optional<Node> caller = Optional.empty();

    ServerHandshake(Identity identity, NetworkPath.Ends ends) {
        this.identity = identity;
        this.ends = ends;
    }

    /** The caller, once it has proven who it is. */
    Optional<Node> caller() {
        return caller;
    }

    /** Takes a frame of the other end, and gives what is to be sent. */
    Frame receive(Frame frame) throws ProtocolException {
        Frame opened = helloFrame;
        Frame asked = challenge;
        Hello greeting = hello;
        if (greeting == null || opened == null || asked == null) {
            return greet(frame);
        }
        identity.proof().check(Proof.Side.CALLER, opened, asked, frame);
        caller = Optional.of(greeting.caller());
        return identity.proof().make(Proof.Side.CALLED, opened, asked);
    }

    private Frame greet(Frame frame) throws ProtocolException {
        Hello greeting = Hello.read(frame);
        if (!greeting.cluster().equals(identity.cluster())) {
            throw new ProtocolException("a node of another cluster");
        }
        Frame asked = new Challenge(identity.self(), ends, identity.host(), identity.lock())
                .frame(identity.proof().nonce());
        hello = greeting;
        helloFrame = frame;
        challenge = asked;
        return asked;
    }
}
