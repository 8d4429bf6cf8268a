// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.internal.candidate.HeldLeadership;
import dev.baton.spi.Ticker;
import java.security.SecureRandom;
import java.time.Duration;

/** Leaderships that the test gives and takes. */
final class TestLeadership {
    static final ElectionName ELECTION = ElectionName.of("test");

    private TestLeadership() {}

    static Node node(String id) {
        return new Node(NodeId.of(id), Incarnation.random(new SecureRandom()));
    }

    static HeldLeadership tenure(long epoch, Ticker ticker, Duration lasts) {
        return new HeldLeadership(ELECTION, node("here"), Epoch.of(epoch), ticker, ticker.nanos() + lasts.toNanos());
    }

    static Leadership lasting(long epoch) {
        return tenure(epoch, System::nanoTime, Duration.ofDays(1));
    }
}
