// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.Problems;
import dev.baton.server.doctor.Check;
import dev.baton.server.part.ConfiguredPart;
import dev.baton.server.part.Listing;
import dev.baton.server.part.Listing.Column;
import dev.baton.server.part.NodeContext;
import dev.baton.server.part.NodePart;
import dev.baton.server.part.NodePlan;
import dev.baton.server.part.RunningPart;
import java.util.List;
import java.util.Optional;

/** Work on a node: it may coordinate, it may take partitions, and it shows and changes what is defined. */
public final class WorkPart implements NodePart {
    @Override
    public List<ConfigKey<?>> keys() {
        return WorkKeys.all();
    }

    @Override
    public List<Listing> listings() {
        return List.of(new Listing(
                "work",
                "Work",
                "The work of the cluster: task lists, who owns what, what moves.",
                WorkRoutes.PATH,
                "workers",
                List.of(new Column("Worker", "id"), new Column("Partitions", "partitions")),
                Optional.of("/dashboard/assets/js/work/page.js")));
    }

    @Override
    public ConfiguredPart read(EffectiveConfig values, NodePlan node, Problems problems) {
        return WorkKeys.read(values, node, problems)
                .<ConfiguredPart>map(Configured::new)
                .orElse(context -> RunningPart.IDLE);
    }

    private record Configured(WorkSettings settings) implements ConfiguredPart {
        @Override
        public List<Check> checks() {
            return settings.backend().sql().stream()
                    .<Check>map(backend -> running -> WorkTablesCheck.look(backend))
                    .toList();
        }

        @Override
        public void reload(RunningPart running) {
            if (running instanceof RunningWork work) {
                work.reload(settings);
            }
        }

        @Override
        public RunningPart open(NodeContext node) {
            return new RunningWork(node, settings);
        }
    }
}
