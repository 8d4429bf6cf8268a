// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

import dev.baton.ConfigurationException;
import dev.baton.internal.check.Validation;
import java.util.Objects;

/** What an elector guarantees, so that code that needs more can refuse it. */
public record Guarantee(Exclusivity exclusivity, EpochMemory epochs, String statement) {
    /** Whether two nodes can act as leader at the same time. */
    public enum Exclusivity {
        /**
         * Never two, even during partitions and pauses: the deadline of the old holder ends before another is elected.
         */
        EXCLUSIVE,
        /** One per side of a partition, or two after a crash of a store that forgets; at best a fence keeps them apart. */
        PER_PARTITION
    }

    /** How far back an elector remembers epochs. */
    public enum EpochMemory {
        /** Epochs rise across restarts of every node. */
        DURABLE,
        /** Epochs start again when the process restarts. */
        PROCESS
    }

    public Guarantee {
        Objects.requireNonNull(exclusivity, "exclusivity");
        Objects.requireNonNull(epochs, "epochs");
        Objects.requireNonNull(statement, "statement");
    }

    /**
     * Checks that this elector never has two acting leaders.
     *
     * @throws ConfigurationException otherwise
     */
    public void requireExclusive() {
        Validation.of("elector")
                .require(exclusivity == Exclusivity.EXCLUSIVE, "exclusive leadership is required, but %s", statement)
                .check();
    }
}
