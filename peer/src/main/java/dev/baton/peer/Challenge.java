// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.Node;
import java.net.ProtocolException;
import java.util.Optional;

/** The answer to a {@link Hello}: who is called, its own fresh number, and how the connection looks from its end. */
record Challenge(Node called, NetworkPath.Ends ends, Optional<HostMark> host, Optional<String> lock) {
    Frame frame(byte[] nonce) {
        return new Frame.Writer()
                .node(called)
                .raw(nonce)
                .address(ends.local())
                .address(ends.remote())
                .bytes(host.map(HostMark::bytes).orElse(new byte[0]))
                .text(lock.orElse(""))
                .frame(Frame.Kind.CHALLENGE);
    }

    static Challenge read(Frame frame) throws ProtocolException {
        Frame.Reader in = frame.read(Frame.Kind.CHALLENGE);
        Node called = in.node();
        in.raw(Proof.NONCE_BYTES);
        NetworkPath.Ends ends = new NetworkPath.Ends(in.address(), in.address());
        byte[] mark = in.bytes();
        String lock = in.text();
        in.end();
        if (mark.length != 0 && mark.length != HostMark.BYTES) {
            throw new ProtocolException("not a host mark");
        }
        if (!lock.isEmpty() && !LockName.isOne(lock)) {
            throw new ProtocolException("not the name of a lock");
        }
        return new Challenge(
                called,
                ends,
                mark.length == 0 ? Optional.empty() : Optional.of(HostMark.of(mark)),
                lock.isEmpty() ? Optional.empty() : Optional.of(lock));
    }
}
