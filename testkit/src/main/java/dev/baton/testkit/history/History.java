// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import java.util.List;

/** What several processes did. Events of one process are in order; nothing is said about the order between them. */
public record History(List<HistoryEvent> events) {
    public History {
        events = List.copyOf(events);
    }

    /** The last events. */
    public List<HistoryEvent> tail(int most) {
        return events.subList(Math.max(0, events.size() - most), events.size());
    }
}
