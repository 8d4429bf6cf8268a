// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.ElectionName;
import dev.baton.spi.MonotonicTime;
import java.io.IOException;
import java.net.ProtocolException;

/** A standby that is connected to this node, or a caller that has yet to prove to be one. */
final class InboundPeer {
    private final FramedSocket wire;
    private final ServerHandshake handshake;
    private final PeerSettings settings;
    private long overdueAt;

    InboundPeer(FramedSocket wire, ServerHandshake handshake, PeerSettings settings, long now) {
        this.wire = wire;
        this.handshake = handshake;
        this.settings = settings;
        this.overdueAt = MonotonicTime.plus(now, settings.answerTimeout());
    }

    boolean isKnown() {
        return handshake.caller().isPresent();
    }

    /** Only whole and sensible frames of a known guest move this: trickling bytes does not keep a place. */
    long overdueAt() {
        return overdueAt;
    }

    void ready(long now) throws IOException {
        wire.flush();
        for (Frame frame : wire.receive()) {
            if (!isKnown()) {
                wire.send(handshake.receive(frame));
            } else if (frame.kind() == Frame.Kind.PING) {
                wire.send(Frame.PONG);
            } else {
                throw new ProtocolException("unexpected " + frame);
            }
            if (isKnown()) {
                overdueAt = MonotonicTime.plus(now, settings.silence());
            }
        }
    }

    void tell(ElectionName election) throws IOException {
        wire.send(Frame.changed(election.value()));
    }

    void close() {
        wire.close();
    }

    @Override
    public String toString() {
        return handshake.caller().map(Object::toString).orElse("a stranger");
    }
}
