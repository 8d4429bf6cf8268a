// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.commands;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Endpoints;
import dev.baton.commands.CommandServer;
import dev.baton.commands.LeaderRouting;
import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.Problems;
import dev.baton.server.doctor.Check;
import dev.baton.server.doctor.Checks;
import dev.baton.server.part.ConfiguredPart;
import dev.baton.server.part.ElectionPlan;
import dev.baton.server.part.NodeContext;
import dev.baton.server.part.NodePart;
import dev.baton.server.part.NodePlan;
import dev.baton.server.part.RunningPart;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetSocketAddress;
import java.util.List;

/** The command server, which only the leader of one election serves. */
public final class CommandsPart implements NodePart {
    @Override
    public List<ConfigKey<?>> keys() {
        return CommandKeys.all();
    }

    @Override
    public ConfiguredPart read(EffectiveConfig values, NodePlan node, Problems problems) {
        return CommandKeys.read(values, node.elections(), problems)
                .<ConfiguredPart>map(Configured::new)
                .orElse(context -> RunningPart.IDLE);
    }

    private record Configured(CommandPlan plan) implements ConfiguredPart {
        @Override
        public List<Check> checks() {
            return List.of(Checks.port(
                    new InetSocketAddress(
                            plan.settings().bind(), plan.settings().port()),
                    "commands.port",
                    plan.settings().tls()));
        }

        @Override
        public RunningPart open(NodeContext node) {
            return new Running(plan, CommandServer.open(plan.settings()));
        }
    }

    private record Running(CommandPlan plan, CommandServer server) implements RunningPart {
        @Override
        public Endpoints publish(Endpoints others) {
            return others.with(CommandServer.ENDPOINT, plan.advertise().orElseGet(server::address));
        }

        private boolean isFor(ElectionPlan election) {
            return plan.election().equals(election.name().value());
        }

        @Override
        public void prepare(ElectionPlan election, Baton node, Baton.CandidateBuilder candidate) {
            if (isFor(election)) {
                candidate.duty(server.duty());
            }
        }

        @Override
        public void stands(ElectionPlan election, Candidate candidate) {
            if (isFor(election)) {
                server.follow(LeaderRouting.of(candidate));
            }
        }

        @Override
        public void measure(MeterRegistry registry) {
            CommandMetrics.watch(server, registry);
        }

        @Override
        public void close() {
            server.close();
        }
    }
}
