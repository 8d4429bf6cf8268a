// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.kafka;

import dev.baton.kafka.KafkaBroker;
import dev.baton.kafka.KafkaSettings;
import dev.baton.kafka.access.KafkaTls;
import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.Problems;
import dev.baton.server.doctor.Check;
import dev.baton.server.doctor.Checks;
import dev.baton.server.part.ConfiguredPart;
import dev.baton.server.part.Listing;
import dev.baton.server.part.Listing.Column;
import dev.baton.server.part.NodeContext;
import dev.baton.server.part.NodePart;
import dev.baton.server.part.NodePlan;
import dev.baton.server.part.RunningPart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** The broker for Kafka clients, on a node that is a member of a Raft group. */
public final class KafkaPart implements NodePart {
    @Override
    public List<ConfigKey<?>> keys() {
        return KafkaKeys.all();
    }

    @Override
    public List<Listing> listings() {
        return List.of(new Listing(
                "groups",
                "Groups",
                "The consumer groups of the cluster: their state, members and lag.",
                GroupRoutes.PATH,
                "groups",
                List.of(
                        new Column("Group", "group"),
                        new Column("State", "state"),
                        new Column("Protocol", "protocol"),
                        new Column("Members", "members"),
                        new Column("Lag", "lag"),
                        new Column("Coordinator", "coordinator")),
                Optional.of("/dashboard/assets/js/groups/page.js")));
    }

    @Override
    public ConfiguredPart read(EffectiveConfig values, NodePlan node, Problems problems) {
        return KafkaKeys.read(values, node, problems)
                .<ConfiguredPart>map(Configured::new)
                .orElse(context -> RunningPart.IDLE);
    }

    private record Configured(KafkaSettings settings) implements ConfiguredPart {
        @Override
        public List<Check> checks() {
            return List.of(Checks.port(
                    settings.bind(), "kafka.port", settings.access().tls().map(KafkaTls::identity)));
        }

        @Override
        public void reload(RunningPart running) {
            if (running instanceof RunningKafka kafka) {
                kafka.reload(settings);
            }
        }

        @Override
        public RunningPart open(NodeContext node) {
            KafkaMeters meters = new KafkaMeters();
            try {
                return new RunningKafka(node, settings, KafkaBroker.bind(settings, meters, System::nanoTime), meters);
            } catch (IOException taken) {
                throw new UncheckedIOException(taken);
            }
        }
    }
}
