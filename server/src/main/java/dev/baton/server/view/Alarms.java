// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import dev.baton.admin.AlarmView;
import dev.baton.spi.Alarm;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The last alarm of each kind; what is over is forgotten. Any thread. */
public final class Alarms {
    /** Two nodes say that they lead the same election, and keep saying so. */
    public static final String DUPLICATE_LEADER = "DUPLICATE_LEADER";

    /** Nodes that an election expects are not here; told by its leader. */
    public static final String NODES_MISSING = "NODES_MISSING";

    /** The stored task lists are not as the configuration of this node has them. */
    public static final String WORK_LISTS_DIFFER = "WORK_LISTS_DIFFER";

    /** Rows of work were edited, deleted or lost, as the node that coordinates sees them. */
    public static final String WORK_IS_DAMAGED = "WORK_IS_DAMAGED";

    /** A node has more partitions than commands may run for them. */
    public static final String WORK_COMMANDS_WAIT = "WORK_COMMANDS_WAIT";

    /** This node's member of the Raft group has stopped: it was removed, or failed. */
    public static final String RAFT_MEMBER_ENDED = "RAFT_MEMBER_ENDED";

    /** No leader of the Raft group has been known to this node for long. */
    public static final String RAFT_GROUP_LEADERLESS = "RAFT_GROUP_LEADERLESS";

    private final Map<String, AlarmView> byKind = new TreeMap<>();

    public synchronized void raise(Alarm alarm, Instant at) {
        if (alarm.kind().isAllClear()) {
            alarm.kind().ends().forEach(over -> clear(over.name()));
        } else {
            raise(alarm.kind().name(), alarm.message(), at);
        }
    }

    public synchronized void raise(String kind, String detail, Instant at) {
        byKind.put(kind, new AlarmView(kind, detail, at));
    }

    public synchronized void clear(String kind) {
        byKind.remove(kind);
    }

    public synchronized boolean isRaised(String kind) {
        return byKind.containsKey(kind);
    }

    /** Whether this very alarm is raised: one that is told again and has not changed is no news. */
    public synchronized boolean isRaised(String kind, String detail) {
        AlarmView raised = byKind.get(kind);
        return raised != null && raised.detail().equals(detail);
    }

    public synchronized List<AlarmView> all() {
        return List.copyOf(byKind.values());
    }
}
