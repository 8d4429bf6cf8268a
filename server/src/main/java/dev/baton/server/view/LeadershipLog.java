// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import dev.baton.CandidateEvent;
import dev.baton.ElectionName;
import dev.baton.Leader;
import dev.baton.LeadershipListener;
import dev.baton.NodeId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** Logs every event of a leadership as one line with keys and values. */
public final class LeadershipLog implements LeadershipListener {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.leadership");

    private final ElectionName election;
    private final NodeId self;

    public LeadershipLog(ElectionName election, NodeId self) {
        this.election = election;
        this.self = self;
    }

    @Override
    public void on(CandidateEvent event) {
        if (event instanceof CandidateEvent.BecameLeader won) {
            line(event).addKeyValue("epoch", won.epoch()).log("leads");
        } else if (event instanceof CandidateEvent.LostLeadership lost) {
            line(event)
                    .addKeyValue("epoch", lost.epoch())
                    .addKeyValue("reason", lost.reason())
                    .addKeyValue("detail", lost.detail())
                    .log("stopped leading");
        } else if (event instanceof CandidateEvent.LeaderDown down) {
            leader(line(event), down.former())
                    .addKeyValue("cause", down.cause())
                    .log("leader is gone");
        } else if (event instanceof CandidateEvent.LeaderChanged changed) {
            Leader leader = changed.current();
            leader(line(event), leader)
                    .addKeyValue("at", leader.endpoints().byPurpose())
                    .log(leader.node().id().equals(self) ? "leader changed" : "follows the leader");
        } else if (event instanceof CandidateEvent.AlarmRaised raised) {
            LOG.atLevel(raised.alarm().kind().isAllClear() ? Level.INFO : Level.WARN)
                    .addKeyValue("event", "alarm")
                    .addKeyValue("election", election)
                    .addKeyValue("node", self)
                    .addKeyValue("kind", raised.alarm().kind())
                    .log(raised.alarm().message());
        }
    }

    private LoggingEventBuilder line(CandidateEvent event) {
        return LOG.atInfo()
                .addKeyValue("event", event.name())
                .addKeyValue("election", election)
                .addKeyValue("node", self);
    }

    private static LoggingEventBuilder leader(LoggingEventBuilder line, Leader leader) {
        return line.addKeyValue("leader", leader.node().id()).addKeyValue("epoch", leader.epoch());
    }
}
