// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.CandidateEvent;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.LossReason;
import org.springframework.context.ApplicationEventPublisher;

/** Turns what happens to a candidate into application events. */
record EventPublisher(ElectionName election, ApplicationEventPublisher events) implements LeadershipListener {
    @Override
    public void elected(Leadership won) {
        events.publishEvent(new LeadershipEvent.Won(won));
    }

    @Override
    public void revoked(Epoch lost, LossReason why) {
        events.publishEvent(new LeadershipEvent.Lost(election, lost, why));
    }

    @Override
    public void on(CandidateEvent event) {
        if (event instanceof CandidateEvent.LeaderChanged changed) {
            events.publishEvent(new LeadershipEvent.LeaderChanged(changed.previous(), changed.current()));
        }
    }
}
