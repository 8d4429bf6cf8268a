// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.Node;
import java.net.ProtocolException;

/** The first frame of a connection: who calls, from which cluster, and a number that cannot be foreseen. */
record Hello(String cluster, Node caller) {
    static final int MAGIC = 'B';
    static final int VERSION = 2;

    Frame frame(byte[] nonce) {
        return new Frame.Writer()
                .number(MAGIC)
                .number(VERSION)
                .text(cluster)
                .node(caller)
                .raw(nonce)
                .frame(Frame.Kind.HELLO);
    }

    static Hello read(Frame frame) throws ProtocolException {
        Frame.Reader in = frame.read(Frame.Kind.HELLO);
        if (in.number() != MAGIC) {
            throw new ProtocolException("not the peer channel");
        }
        int version = in.number();
        if (version != VERSION) {
            throw new ProtocolException("peer channel version " + version + ", not " + VERSION);
        }
        Hello hello = new Hello(in.text(), in.node());
        in.raw(Proof.NONCE_BYTES);
        in.end();
        return hello;
    }
}
