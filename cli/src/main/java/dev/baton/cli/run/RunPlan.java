// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import dev.baton.CandidateSettings;
import dev.baton.Duty;
import dev.baton.internal.check.Validation;
import dev.baton.server.guarded.CommandTimes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What to run, and the timings that keep it from running twice.
 *
 * @param patience how long to wait for leadership before giving up
 */
record RunPlan(
        String election,
        String node,
        List<String> command,
        CommandTimes times,
        OnExit onExit,
        Optional<Duration> patience) {
    RunPlan {
        command = List.copyOf(command);
        times.check(Validation.of("run").require(!command.isEmpty(), "there is no command: write it after --"))
                .check();
    }

    CandidateSettings candidate() {
        return CandidateSettings.builder().windDown(times.windDown()).build();
    }

    Duty.Policy duty() {
        return Duty.Policy.DEFAULT.withStopTimeout(times.stopTimeout());
    }
}
