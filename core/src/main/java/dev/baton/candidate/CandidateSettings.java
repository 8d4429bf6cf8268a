// SPDX-License-Identifier: Apache-2.0
package dev.baton.candidate;

import dev.baton.core.Rules;
import dev.baton.elector.Priority;
import java.time.Duration;
import java.util.Objects;

/**
 * How a candidate behaves.
 *
 * @param eligible whether it may lead; an ineligible candidate observes
 * @param mode any eligible node, or a hand-picked one
 * @param priority how much it is preferred; a leader with a lower priority yields to it when it is ready
 * @param priorityStep how much later it asks for leadership per step of priority behind the highest
 * @param takeoverDelay how long it waits after a leader was lost, so that one which returns at once is not replaced
 * @param successorHeadStart how long it leaves a vacancy to a successor that the former leader named; longer than it
 *     takes a standby to see a release
 * @param minimumHold how long it leads, and a preferred candidate has to be ready without a break, before it yields;
 *     doubled after each hand-over that did not last
 * @param rest how long it does not ask again after it gave leadership up by its own decision; one that resigned or
 *     transferred does not take over from the leader that followed, either
 * @param windDown how long before its deadline the duties are told to stop, if no renewal came
 * @param checkInterval how often it reports who leads and asks for its own health
 * @param unhealthyAfter how many bad health answers in a row make it unfit to lead
 */
public record CandidateSettings(
        boolean eligible,
        ElectionMode mode,
        Priority priority,
        Duration priorityStep,
        Duration takeoverDelay,
        Duration successorHeadStart,
        Duration minimumHold,
        Duration rest,
        Duration windDown,
        Duration checkInterval,
        int unhealthyAfter) {
    static final int MOST_BAD_ANSWERS = 100;

    private static final CandidateSettings DEFAULTS = builder().build();

    public CandidateSettings {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(priority, "priority");
        Rules.of("candidate")
                .notNegative("priorityStep", priorityStep)
                .notNegative("takeoverDelay", takeoverDelay)
                .notNegative("successorHeadStart", successorHeadStart)
                .notNegative("minimumHold", minimumHold)
                .notNegative("rest", rest)
                .positive("windDown", windDown)
                .positive("checkInterval", checkInterval)
                .between("unhealthyAfter", unhealthyAfter, 1, MOST_BAD_ANSWERS)
                .check();
    }

    public static Builder builder() {
        return new Builder();
    }

    public static CandidateSettings defaults() {
        return DEFAULTS;
    }

    /** Collects settings; {@link #build()} checks them as a whole. */
    public static final class Builder {
        private boolean eligible = true;
        private ElectionMode mode = new ElectionMode.Elected();
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

        public Builder eligible(boolean may) {
            this.eligible = may;
            return this;
        }

        public Builder mode(ElectionMode chosen) {
            this.mode = chosen;
            return this;
        }

        public Builder priority(int value) {
            this.priority = new Priority(value);
            return this;
        }

        public Builder priorityStep(Duration step) {
            this.priorityStep = step;
            return this;
        }

        public Builder takeoverDelay(Duration delay) {
            this.takeoverDelay = delay;
            return this;
        }

        public Builder successorHeadStart(Duration headStart) {
            this.successorHeadStart = headStart;
            return this;
        }

        public Builder minimumHold(Duration hold) {
            this.minimumHold = hold;
            return this;
        }

        public Builder rest(Duration pause) {
            this.rest = pause;
            return this;
        }

        public Builder windDown(Duration lead) {
            this.windDown = lead;
            return this;
        }

        public Builder checkInterval(Duration interval) {
            this.checkInterval = interval;
            return this;
        }

        public Builder unhealthyAfter(int answers) {
            this.unhealthyAfter = answers;
            return this;
        }

        public CandidateSettings build() {
            return new CandidateSettings(
                    eligible,
                    mode,
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
