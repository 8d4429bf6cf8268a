// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.part;

import dev.baton.NodeId;
import dev.baton.admin.AdminClient;
import dev.baton.duties.Members;
import dev.baton.server.cluster.Audit;
import dev.baton.server.view.Alarms;
import dev.baton.server.view.EventLog;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a node offers its parts.
 *
 * @param members the nodes that are present, this one included
 * @param client for other nodes, where this one has an admin API
 * @param adminOf the admin API of another node, if it is known
 */
public record NodeContext(
        NodePlan plan,
        Clock clock,
        Alarms alarms,
        EventLog log,
        Audit audit,
        Members members,
        Optional<AdminClient> client,
        Function<NodeId, Optional<String>> adminOf) {}
