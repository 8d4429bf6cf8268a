// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.ArrayList;
import java.util.List;

/** Which duties run, as the duties themselves say. */
final class RunningDuties {
    private final List<HistoryEvent> starts = new ArrayList<>();

    void on(HistoryEvent event) {
        if (event.op() == Op.DUTY_STARTED) {
            starts.add(event);
        } else if (event.op() == Op.DUTY_STOPPED) {
            starts.removeIf(start -> start.process().equals(event.process())
                    && start.election().equals(event.election())
                    && start.value().equals(event.value()));
        } else if (event.op() == Op.ENDED) {
            starts.removeIf(start -> start.process().equals(event.process()));
        }
    }

    List<HistoryEvent> of(String election) {
        return starts.stream()
                .filter(start -> start.election().equals(election))
                .toList();
    }
}
