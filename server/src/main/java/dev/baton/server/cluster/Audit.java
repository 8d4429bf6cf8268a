// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.server.api.ApiException;
import dev.baton.server.api.Operation;
import dev.baton.server.api.Outcome;
import dev.baton.server.view.EventLog;
import dev.baton.server.view.Happening;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notes who asked for what, and what came of it, whether or not it was done. */
public final class Audit {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.audit");

    private final EventLog log;
    private final String node;

    public Audit(EventLog log, String node) {
        this.log = log;
        this.node = node;
    }

    /** Performs, and notes. */
    public Outcome of(String actor, String election, Operation operation, Supplier<Outcome> deed) {
        try {
            Outcome outcome = deed.get();
            note(actor, election, operation.name(), operation.epoch(), outcome.outcome());
            return outcome;
        } catch (ApiException refused) {
            note(
                    actor,
                    election,
                    operation.name(),
                    operation.epoch(),
                    refused.error().name());
            throw refused;
        }
    }

    public void note(String actor, String election, String operation, @Nullable Long epoch, String outcome) {
        LOG.atInfo()
                .addKeyValue("actor", actor)
                .addKeyValue("operation", operation)
                .addKeyValue("election", election)
                .addKeyValue("epoch", epoch)
                .addKeyValue("outcome", outcome)
                .log("operation");
        log.append(new Happening("operation", election, node, epoch, operation, null, outcome + ", asked by " + actor));
    }
}
