// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What several processes did. Events of one process are in order; nothing is said about the order between them. */
public record History(List<HistoryEvent> events) {
    public History {
        events = List.copyOf(events);
    }

    /** The last events. */
    public List<HistoryEvent> tail(int most) {
        return events.subList(Math.max(0, events.size() - most), events.size());
    }

    /** The events of each election that match, in order. */
    public Collection<List<HistoryEvent>> perElection(Predicate<HistoryEvent> wanted) {
        return grouped(wanted, HistoryEvent::election).values();
    }

    /** The events of each process in each election, in order. */
    public Collection<List<HistoryEvent>> perProcess(Predicate<HistoryEvent> wanted) {
        return grouped(wanted, event -> event.process() + " " + event.election())
                .values();
    }

    private Map<String, List<HistoryEvent>> grouped(
            Predicate<HistoryEvent> wanted, Function<HistoryEvent, String> key) {
        return events.stream()
                .filter(wanted)
                .collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()));
    }
}
