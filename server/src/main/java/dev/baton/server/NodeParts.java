// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import dev.baton.server.commands.CommandsPart;
import dev.baton.server.config.ConfigKey;
import dev.baton.server.controller.ControllerNodePart;
import dev.baton.server.duties.StockDutiesPart;
import dev.baton.server.kafka.KafkaPart;
import dev.baton.server.loan.LoansPart;
import dev.baton.server.part.Listing;
import dev.baton.server.part.NodePart;
import dev.baton.server.polls.PollsPart;
import dev.baton.server.work.WorkPart;
import java.util.List;

/** The parts that a node can have: a new one is a package, and a line here. */
public final class NodeParts {
    public static final List<NodePart> ALL = List.of(
            new StockDutiesPart(),
            new PollsPart(),
            new LoansPart(),
            new CommandsPart(),
            new WorkPart(),
            // Before the controller, which registers the node with what the others publish.
            new KafkaPart(),
            new ControllerNodePart());

    private NodeParts() {}

    static List<String> duties() {
        return ALL.stream().flatMap(part -> part.duties().stream()).toList();
    }

    static List<ConfigKey<?>> keys() {
        return ALL.stream().<ConfigKey<?>>flatMap(part -> part.keys().stream()).toList();
    }

    public static List<Listing> listings() {
        return ALL.stream().flatMap(part -> part.listings().stream()).toList();
    }
}
