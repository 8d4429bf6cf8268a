// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import dev.baton.internal.check.Validation;
import dev.baton.spi.Priority;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How a candidate behaves.
 *
 * @param eligible whether it may lead; an ineligible candidate observes
 * @param handPicked the only node that may lead; any eligible node if empty. It asks the elector like all others, so a
 *     cluster whose nodes are switched to an election one by one never has two leaders
 * @param priority how much it is preferred; a leader with a lower priority yields to it when it is ready
 * @param priorityStep how much later it asks for leadership per step of priority behind the highest
 * @param takeoverDelay how long it waits after a leader was lost, so that a leader which returns at once is not replaced
 * @param successorHeadStart how long it leaves a vacancy to a successor that the former leader named; longer than it
 *     takes a standby to see a release
 * @param minimumHold how long it leads, and a preferred candidate has to be ready without a break, before it yields;
 *     doubled after each hand-over that did not last
 * @param rest how long it does not campaign after it gave leadership up by its own decision; a candidate that resigned
 *     or transferred does not take over from the next leader, either
 * @param windDown how long before its deadline the duties are told to stop, if no renewal succeeded
 * @param checkInterval how often it reports who leads and checks its own health
 * @param unhealthyAfter how many failed health checks in a row make it unfit to lead
 */
public record CandidateSettings(
        boolean eligible,
        Optional<NodeId> handPicked,
        Priority priority,
        Duration priorityStep,
        Duration takeoverDelay,
        Duration successorHeadStart,
        Duration minimumHold,
        Duration rest,
        Duration windDown,
        Duration checkInterval,
        int unhealthyAfter) {
    static final int MAX_BAD_ANSWERS = 100;

    private static final CandidateSettings DEFAULTS = builder().build();

    public CandidateSettings {
        Objects.requireNonNull(handPicked, "handPicked");
        Objects.requireNonNull(priority, "priority");
        Validation.of("candidate")
                .notNegative("priorityStep", priorityStep)
                .notNegative("takeoverDelay", takeoverDelay)
                .notNegative("successorHeadStart", successorHeadStart)
                .notNegative("minimumHold", minimumHold)
                .notNegative("rest", rest)
                .positive("windDown", windDown)
                .positive("checkInterval", checkInterval)
                .between("unhealthyAfter", unhealthyAfter, 1, MAX_BAD_ANSWERS)
                .check();
    }

    /** Builds settings; unset values have their defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** The default settings. */
    public static CandidateSettings defaults() {
        return DEFAULTS;
    }

    /** Collects settings; {@link #build()} checks them as a whole. */
    public static final class Builder {
        private boolean eligible = true;
        private Optional<NodeId> handPicked = Optional.empty();
        private Priority priority = Priority.DEFAULT;
        private Duration priorityStep = Duration.ofMillis(20);
        private Duration takeoverDelay = Duration.ZERO;
        private Duration successorHeadStart = Duration.ofSeconds(2);
        private Duration minimumHold = Duration.ofSeconds(10);
        private Duration rest = Duration.ofSeconds(5);
        private Duration windDown = Duration.ofMillis(500);
        private Duration checkInterval = Duration.ofSeconds(5);
        private int unhealthyAfter = 3;

        private Builder() {}

        /** Sets whether this node may lead; one that may not observes. True by default. */
        public Builder eligible(boolean may) {
            this.eligible = may;
            return this;
        }

        /** Lets only this node lead, whichever else is eligible. Any may lead by default. */
        public Builder handPicked(NodeId coordinator) {
            this.handPicked = Optional.of(Objects.requireNonNull(coordinator, "handPicked"));
            return this;
        }

        /** Sets how much this node is preferred as leader, from 0 to 100, which is the default; higher is sooner. */
        public Builder priority(int value) {
            this.priority = new Priority(value);
            return this;
        }

        /** Sets how much later this node asks for leadership per step of priority behind the highest; 20 ms by default. */
        public Builder priorityStep(Duration step) {
            this.priorityStep = step;
            return this;
        }

        /** Sets how long this node waits after a leader was lost, so that one that returns at once is not replaced; 0 by default. */
        public Builder takeoverDelay(Duration delay) {
            this.takeoverDelay = delay;
            return this;
        }

        /** Sets how long this node leaves a vacancy to the successor that the former leader named; 2 s by default. */
        public Builder successorHeadStart(Duration headStart) {
            this.successorHeadStart = headStart;
            return this;
        }

        /** Sets how long a leader leads before it yields to a preferred node, which has to be ready for as long; 10 s by default. */
        public Builder minimumHold(Duration hold) {
            this.minimumHold = hold;
            return this;
        }

        /** Sets how long this node does not ask again after it gave leadership up by its own decision; 5 s by default. */
        public Builder rest(Duration pause) {
            this.rest = pause;
            return this;
        }

        /** Sets how long before the deadline of a leadership its duties are told to stop, if no renewal came; 500 ms by default. */
        public Builder windDown(Duration lead) {
            this.windDown = lead;
            return this;
        }

        /** Sets how often this node reports who leads and asks for its own health; 5 s by default. */
        public Builder checkInterval(Duration interval) {
            this.checkInterval = interval;
            return this;
        }

        /** Sets how many bad health answers in a row make this node unfit to lead; 3 by default. */
        public Builder unhealthyAfter(int answers) {
            this.unhealthyAfter = answers;
            return this;
        }

        /**
         * Checks the settings as a whole and returns them.
         *
         * @throws ConfigurationException naming every rule that they break
         */
        public CandidateSettings build() {
            return new CandidateSettings(
                    eligible,
                    handPicked,
                    priority,
                    priorityStep,
                    takeoverDelay,
                    successorHeadStart,
                    minimumHold,
                    rest,
                    windDown,
                    checkInterval,
                    unhealthyAfter);
        }
    }
}
