// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.loan;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.Problems;
import dev.baton.server.http.Route;
import dev.baton.server.part.ConfiguredPart;
import dev.baton.server.part.ElectionPlan;
import dev.baton.server.part.NodeContext;
import dev.baton.server.part.NodePart;
import dev.baton.server.part.NodePlan;
import dev.baton.server.part.RunningPart;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lends the leadership of elections with the duty {@code run} to commands that {@code baton run} brings. */
public final class LoansPart implements NodePart {
    private static final Logger LOG = LoggerFactory.getLogger(LoansPart.class);

    @Override
    public List<String> duties() {
        return List.of(LoanRegister.NAME);
    }

    @Override
    public ConfiguredPart read(EffectiveConfig values, NodePlan node, Problems problems) {
        return Running::new;
    }

    private static final class Running implements RunningPart {
        private final NodeContext node;
        private final Map<String, LoanRegister> registers = new HashMap<>();

        Running(NodeContext node) {
            this.node = node;
        }

        @Override
        public void prepare(ElectionPlan plan, Baton baton, Baton.CandidateBuilder candidate) {
            if (!plan.duties().contains(LoanRegister.NAME)) {
                return;
            }
            LoanRegister register = new LoanRegister(
                    node.plan().stopTimeout(),
                    baton.certainty(),
                    plan.settings().windDown(),
                    baton.guarantee(),
                    System::nanoTime);
            register.refusal()
                    .ifPresent(why -> LOG.atWarn()
                            .addKeyValue("election", plan.name())
                            .addKeyValue("reason", why)
                            .log("leadership is not lent"));
            registers.put(plan.name().value(), register);
            candidate.duty(register).listener(register);
        }

        @Override
        public void stands(ElectionPlan plan, Candidate candidate) {
            Optional.ofNullable(registers.get(plan.name().value()))
                    .ifPresent(it ->
                            it.follow(candidate, () -> node.members().present().size() > 1));
        }

        @Override
        public List<Route> routes() {
            return new LoanRoutes(registers, node.audit()).routes();
        }
    }
}
