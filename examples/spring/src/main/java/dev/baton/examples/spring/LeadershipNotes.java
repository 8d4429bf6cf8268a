// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.spring;

import dev.baton.spring.LeadershipEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

// tag::events[]
@Component
class LeadershipNotes {
    private static final Logger LOG = LoggerFactory.getLogger(LeadershipNotes.class);

    @EventListener
    void won(LeadershipEvent.Won event) {
        LOG.info(
                "this replica leads {} under epoch {}",
                event.election(),
                event.leadership().epoch());
    }

    @EventListener
    void lost(LeadershipEvent.Lost event) {
        LOG.info("this replica led {}: {}", event.election(), event.reason());
    }
}
// end::events[]
