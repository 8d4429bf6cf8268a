// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.duties;

import dev.baton.Baton;
import dev.baton.Duty;
import dev.baton.NodeId;
import dev.baton.duties.ClusterHealth;
import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.Problems;
import dev.baton.server.part.ConfiguredPart;
import dev.baton.server.part.ElectionPlan;
import dev.baton.server.part.NodeContext;
import dev.baton.server.part.NodePart;
import dev.baton.server.part.NodePlan;
import dev.baton.server.part.RunningPart;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The duties {@code log} and {@code cluster_health}. */
public final class StockDutiesPart implements NodePart {
    private static final Logger LOG = LoggerFactory.getLogger(StockDutiesPart.class);
    private static final Duration LOG_INTERVAL = Duration.ofMinutes(1);
    private static final Duration HEALTH_INTERVAL = Duration.ofSeconds(5);

    private static final String LOGGING = "log";
    private static final String HEALTH = "cluster_health";

    private static final ConfigKey<List<String>> EXPECTED = ConfigKey.of(
            "elections[].expected",
            KeyType.texts(),
            List.of(),
            "ids of all expected nodes; " + HEALTH + " raises an alarm while one is missing");

    @Override
    public List<ConfigKey<?>> keys() {
        return List.of(EXPECTED);
    }

    @Override
    public List<String> duties() {
        return List.of(LOGGING, HEALTH);
    }

    @Override
    public ConfiguredPart read(EffectiveConfig values, NodePlan node, Problems problems) {
        Map<ElectionPlan, Set<NodeId>> expected = new HashMap<>();
        for (ElectionPlan plan : node.elections()) {
            String origin = values.origin(EXPECTED, plan.position());
            problems.collect(origin, () -> nodes(values.get(EXPECTED, plan.position())))
                    .ifPresent(nodes -> expected.put(plan, nodes));
            if (!expected.getOrDefault(plan, Set.of()).isEmpty()
                    && !plan.duties().contains(HEALTH)) {
                problems.add(origin, "is used only by the duty " + HEALTH);
            }
        }
        return context -> new Running(context, expected);
    }

    private static Set<NodeId> nodes(List<String> ids) {
        return ids.stream().map(NodeId::of).collect(Collectors.toUnmodifiableSet());
    }

    private record Running(NodeContext node, Map<ElectionPlan, Set<NodeId>> expected) implements RunningPart {
        @Override
        public void prepare(ElectionPlan plan, Baton baton, Baton.CandidateBuilder candidate) {
            if (plan.duties().contains(LOGGING)) {
                candidate.duty(Duty.every(
                        LOGGING,
                        LOG_INTERVAL,
                        leadership -> LOG.info("on duty: election={} epoch={}", plan.name(), leadership.epoch())));
            }
            if (plan.duties().contains(HEALTH)) {
                HealthWatch watch =
                        new HealthWatch(plan.name(), node.plan().id(), node.alarms(), node.log(), node.clock());
                ClusterHealth health = new ClusterHealth(
                        node.members(), expected.getOrDefault(plan, Set.of()), HEALTH_INTERVAL, node.clock());
                health.listen(event -> watch.found(health.report()));
                candidate.duty(health).listener(watch);
            }
        }
    }
}
