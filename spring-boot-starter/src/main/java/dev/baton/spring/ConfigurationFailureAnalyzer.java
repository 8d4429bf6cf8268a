// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.ConfigurationException;
import java.util.Locale;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Shows every rule that the configuration breaks, and the properties that they are about. */
final class ConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<ConfigurationException> {
    private final Environment environment;

    ConfigurationFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable root, ConfigurationException cause) {
        String message = String.valueOf(cause.getMessage());
        String what = message.substring(0, Math.max(0, message.indexOf(':')));
        String description =
                "The configuration of Baton (" + what + ") is refused:\n\n - " + String.join("\n - ", cause.problems());
        return new FailureAnalysis(description, action(what.toLowerCase(Locale.ROOT)), cause);
    }

    private String action(String what) {
        return switch (what) {
            case "lease" -> timings();
            case "candidate", "duty policy" -> "Change the properties below baton.candidates that are named above.";
            case "peer" -> "Change the properties below baton.peer that are named above.";
            case "tables" -> "Change baton.sql.table-prefix or baton.cluster.";
            case "raft", "registry", "bully" -> "Change the properties below baton." + what + " that are named above.";
            default ->
                "Change what is named above. Missing tables are created by baton.sql.create-schema=true, or by the script"
                        + " for your database in docs/sql.";
        };
    }

    /** How the elector that is chosen has its timings changed. */
    private String timings() {
        String prefix =
                "baton." + environment.getProperty("baton.elector", "sql").toLowerCase(Locale.ROOT) + ".";
        return prefix.equals("baton.bully.")
                ? "Change baton.bully.heartbeat, or baton.bully.misses, margin and request-timeout, so that all rules"
                        + " hold; the lease is misses × heartbeat + margin. With baton.bully.heartbeat alone, the"
                        + " others follow from it."
                : "Change " + prefix + "lease, or " + prefix + "renew-interval, margin and request-timeout, so that all"
                        + " rules hold. With " + prefix + "lease alone, the others follow from it.";
    }
}
