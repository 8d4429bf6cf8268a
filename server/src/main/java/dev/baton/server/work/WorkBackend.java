// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.Baton;
import dev.baton.controller.work.GroupWorkStore;
import dev.baton.controller.work.WorkStatePart;
import dev.baton.raft.RaftElector;
import dev.baton.server.elector.SqlBackend;
import dev.baton.server.part.NodePlan;
import dev.baton.work.WorkStore;
import dev.baton.work.sql.SqlWorkStore;
import java.time.Duration;
import java.util.Optional;

/** Where the work of a node is stored: in the database of the elections, or on the Raft group. */
record WorkBackend(Optional<SqlBackend> sql) {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Returns the backend; empty if the elector has none. */
    static Optional<WorkBackend> of(NodePlan node) {
        return node.database().isPresent() || node.groupMember()
                ? Optional.of(new WorkBackend(node.database()))
                : Optional.empty();
    }

    /** @param baton the node, started with its elector */
    WorkStore open(Baton baton) {
        if (sql.isPresent()) {
            return SqlWorkStore.on(sql.get().database(), sql.get().settings());
        }
        RaftElector elector = baton.elector(RaftElector.class);
        return new GroupWorkStore(
                elector.member().orElseThrow().client(),
                elector.part(WorkStatePart.class).orElseThrow(),
                PATIENCE);
    }
}
