// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.testkit.history.History;
import java.util.stream.Collectors;

/** A run that broke a rule: which one, how, what happened before, and how to see it again. */
public final class SimulationFailure extends AssertionError {
    private static final long serialVersionUID = 1L;
    private static final int TAIL = 80;

    private final String rule;
    private final long seed;
    private final transient History history;

    SimulationFailure(long seed, String rule, String what, Scenario scenario, History history) {
        super("seed " + seed + " breaks " + rule + ": " + what + "\n"
                + history.tail(TAIL).stream().map(event -> "  " + event + "\n").collect(Collectors.joining())
                + "in " + scenario + "\n"
                + "to see it again: ./mvnw -pl testkit -am test -Dtest=LeaseSimulationTest -Dbaton.seed=" + seed
                + " -Dsurefire.failIfNoSpecifiedTests=false");
        this.rule = rule;
        this.seed = seed;
        this.history = history;
    }

    /** The name of the broken rule. */
    public String rule() {
        return rule;
    }

    public long seed() {
        return seed;
    }

    /** What had happened until then. */
    public History history() {
        return history;
    }
}
