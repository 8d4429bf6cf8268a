// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.demo;

import dev.baton.candidate.CandidateEvent;
import dev.baton.candidate.CandidateEvent.AlarmRaised;
import dev.baton.candidate.CandidateEvent.BecameLeader;
import dev.baton.candidate.CandidateEvent.DutyChanged;
import dev.baton.candidate.CandidateEvent.ElectionCheck;
import dev.baton.candidate.CandidateEvent.LeaderChanged;
import dev.baton.candidate.CandidateEvent.LeaderDown;
import dev.baton.candidate.CandidateEvent.LostLeadership;
import dev.baton.candidate.CandidateEvent.StateChanged;
import dev.baton.core.NodeId;
import java.util.Optional;

/** Events of candidates, put into words. */
final class EventWords {
    private EventWords() {}

    /** Empty for the regular look at who leads, which says nothing new. */
    static Optional<Happening> of(NodeId node, CandidateEvent event) {
        if (event instanceof ElectionCheck) {
            return Optional.empty();
        }
        if (event instanceof BecameLeader won) {
            return Optional.of(event(node, event, node + " leads under epoch " + won.epoch())
                    .with("epoch", won.epoch().value()));
        }
        if (event instanceof LostLeadership lost) {
            return Optional.of(
                    event(node, event, "%s leads no more: %s (%s)".formatted(node, lost.reason(), lost.detail()))
                            .with("epoch", lost.epoch().value())
                            .with("reason", lost.reason()));
        }
        return Optional.of(smallPrint(node, event).inTheSmallPrint());
    }

    private static Happening smallPrint(NodeId node, CandidateEvent event) {
        Happening plain = event(node, event, node + ": " + event);
        if (event instanceof LeaderDown down) {
            return plain.with("former", down.former().node().id())
                    .with("epoch", down.former().epoch().value())
                    .with("cause", down.cause());
        }
        if (event instanceof LeaderChanged changed) {
            return plain.with("leader", changed.current().node().id())
                    .with("epoch", changed.current().epoch().value());
        }
        if (event instanceof StateChanged moved) {
            return plain.with("from", moved.from()).with("to", moved.to());
        }
        if (event instanceof DutyChanged duty) {
            return plain.with("duty", duty.status().name())
                    .with("state", duty.status().state());
        }
        if (event instanceof AlarmRaised raised) {
            return plain.with("alarm", raised.alarm().kind())
                    .with("message", raised.alarm().message());
        }
        return plain;
    }

    private static Happening event(NodeId node, CandidateEvent event, String text) {
        return Happening.of("event", text).with("event", event.name()).with("node", node);
    }
}
