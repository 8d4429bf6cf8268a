// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import dev.baton.admin.AlarmView;
import dev.baton.spi.Alarm;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The last alarm of each kind. Conditions that are over are removed. Any thread. */
public final class Alarms {
    /** Two nodes repeatedly report that they lead the same election. */
    public static final String DUPLICATE_LEADER = "DUPLICATE_LEADER";

    /** Nodes that an election expects are missing; raised by its leader. */
    public static final String NODES_MISSING = "NODES_MISSING";

    /** The stored task lists differ from the configuration of this node. */
    public static final String WORK_LISTS_DIFFER = "WORK_LISTS_DIFFER";

    /** Rows of work were edited, deleted or lost, according to the coordinator. */
    public static final String WORK_IS_DAMAGED = "WORK_IS_DAMAGED";

    /** A node has more partitions than it may run commands for. */
    public static final String WORK_COMMANDS_WAIT = "WORK_COMMANDS_WAIT";

    /** This node's member of the Raft group has stopped: it was removed, or failed. */
    public static final String RAFT_MEMBER_ENDED = "RAFT_MEMBER_ENDED";

    /** This node has not known a leader of the Raft group for some time. */
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

    /** Whether exactly this alarm is raised: a repeated, unchanged alarm is not reported again. */
    public synchronized boolean isRaised(String kind, String detail) {
        AlarmView raised = byKind.get(kind);
        return raised != null && raised.detail().equals(detail);
    }

    public synchronized List<AlarmView> all() {
        return List.copyOf(byKind.values());
    }
}
