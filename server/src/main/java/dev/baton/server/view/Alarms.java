// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import dev.baton.elector.Alarm;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The last alarm of each kind; what is over is forgotten. Any thread. */
public final class Alarms {
    private final Map<Alarm.Kind, AlarmView> byKind = new EnumMap<>(Alarm.Kind.class);

    public synchronized void raise(Alarm alarm, Instant at) {
        if (alarm.kind() == Alarm.Kind.REACHABLE) {
            byKind.remove(Alarm.Kind.UNREACHABLE);
            byKind.remove(Alarm.Kind.READ_ONLY);
        } else {
            byKind.put(alarm.kind(), new AlarmView(alarm.kind().name(), alarm.message(), at));
        }
    }

    public synchronized List<AlarmView> all() {
        return List.copyOf(byKind.values());
    }
}
