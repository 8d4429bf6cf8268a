// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.polls;

import dev.baton.duties.NodeRule;
import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.Problems;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A URL that one node at a time polls.
 *
 * @param rule which nodes may poll it
 */
record PollPlan(String name, URI url, Duration every, Duration timeout, NodeRule rule) {
    static final String SECTION = "polls";

    private static final ConfigKey<String> NAME = ConfigKey.of(
            "polls[].name", KeyType.text("name of a-z 0-9 . _ -", PollPlan::plain), "", "what the poll is called");
    private static final ConfigKey<String> URL = ConfigKey.of(
            "polls[].url", KeyType.text(), "", "http or https; good if it answers with a status from 200 to 299");
    private static final ConfigKey<Duration> EVERY =
            ConfigKey.of("polls[].every", KeyType.patience(), Duration.ofMinutes(1), "how often");
    private static final ConfigKey<Duration> TIMEOUT =
            ConfigKey.of("polls[].timeout", KeyType.patience(), Duration.ofSeconds(5), "how long an answer may take");
    private static final ConfigKey<String> ZONE =
            ConfigKey.of("polls[].zone", KeyType.text(), "", "only nodes of this zone poll it; any node without it");

    static List<ConfigKey<?>> keys() {
        return List.of(NAME, URL, EVERY, TIMEOUT, ZONE);
    }

    /** Reads all polls, by name, in the order of the configuration. */
    static Map<String, PollPlan> readAll(EffectiveConfig values, Problems problems) {
        Map<String, PollPlan> plans = new LinkedHashMap<>();
        for (int i = 0; i < values.count(SECTION); i++) {
            int position = i;
            problems.collect(values.origin(URL, i), () -> read(values, position))
                    .ifPresent(plan -> {
                        if (plans.put(plan.name(), plan) != null) {
                            problems.add(values.origin(NAME, position), "duplicate poll " + plan.name());
                        }
                    });
        }
        return plans;
    }

    private static PollPlan read(EffectiveConfig values, int position) {
        URI url = URI.create(values.get(URL, position));
        if (!List.of("http", "https").contains(String.valueOf(url.getScheme())) || url.getHost() == null) {
            throw new IllegalArgumentException("is not an http or https URL");
        }
        String zone = values.get(ZONE, position);
        return new PollPlan(
                plain(values.get(NAME, position)),
                url,
                values.get(EVERY, position),
                values.get(TIMEOUT, position),
                zone.isEmpty() ? new NodeRule.Any() : new NodeRule.Zone(zone));
    }

    private static String plain(String name) {
        if (!name.matches("[a-z0-9._-]{1,64}")) {
            throw new IllegalArgumentException("polls have names of a-z 0-9 . _ - with at most 64 characters");
        }
        return name;
    }
}
