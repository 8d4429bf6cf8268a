// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.CandidateSettings;
import dev.baton.internal.check.Validation;
import java.time.Duration;
import java.util.Map;

/**
 * Candidate settings from environment variables, under the names that older deployments use:
 * {@code COORDINATOR_ELIGIBLE} ({@code true} or {@code false}), {@code COORDINATOR_ELECTION_INTERVAL} and
 * {@code COORDINATOR_TAKEOVER_DELAY} (milliseconds). A variable that is not set means the registry's default.
 */
public final class EnvironmentSettings {
    public static final Duration ELECTION_INTERVAL = Duration.ofSeconds(5);
    public static final Duration TAKEOVER_DELAY = Duration.ofSeconds(1);

    static final String ELIGIBLE_KEY = "COORDINATOR_ELIGIBLE";
    static final String INTERVAL_KEY = "COORDINATOR_ELECTION_INTERVAL";
    static final String DELAY_KEY = "COORDINATOR_TAKEOVER_DELAY";

    private EnvironmentSettings() {}

    /**
     * Reads the settings from the environment; more can be set on the returned builder.
     *
     * @throws dev.baton.ConfigurationException naming every variable that cannot be read
     */
    public static CandidateSettings.Builder read(Map<String, String> environment) {
        Validation rules = Validation.of("environment");
        String eligible = environment.getOrDefault(ELIGIBLE_KEY, "true").trim();
        rules.require(
                eligible.equalsIgnoreCase("true") || eligible.equalsIgnoreCase("false"),
                "%s %s must be true or false",
                ELIGIBLE_KEY,
                eligible);
        Duration interval = millis(environment, INTERVAL_KEY, ELECTION_INTERVAL, rules);
        Duration delay = millis(environment, DELAY_KEY, TAKEOVER_DELAY, rules);
        rules.positive(INTERVAL_KEY, interval).notNegative(DELAY_KEY, delay).check();
        return CandidateSettings.builder()
                .eligible(Boolean.parseBoolean(eligible))
                .checkInterval(interval)
                .takeoverDelay(delay);
    }

    private static Duration millis(Map<String, String> environment, String key, Duration otherwise, Validation rules) {
        String text = environment.get(key);
        if (text == null) {
            return otherwise;
        }
        try {
            return Duration.ofMillis(Long.parseLong(text.trim()));
        } catch (NumberFormatException unreadable) {
            rules.require(false, "%s %s must be a number of milliseconds", key, text);
            return otherwise;
        }
    }
}
