// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.admin.ApiException;
import dev.baton.admin.Operation;
import dev.baton.admin.OperationOutcome;
import dev.baton.admin.Requester;
import dev.baton.server.view.EventDraft;
import dev.baton.server.view.EventLog;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Records who requested what, from where, and the outcome, whether or not it succeeded. */
public final class Audit {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.audit");

    private final EventLog log;
    private final String node;

    public Audit(EventLog log, String node) {
        this.log = log;
        this.node = node;
    }

    /** Performs an operation, and records its outcome. */
    OperationOutcome of(Requester who, String election, Operation operation, Supplier<OperationOutcome> performing) {
        OperationOutcome outcome = ifRefused(who, election, operation, performing);
        note(who, election, operation.name(), operation.epoch(), outcome.outcome());
        return outcome;
    }

    /** Performs a part of an operation, and records it only if it is refused. */
    <T> T ifRefused(Requester who, String election, Operation operation, Supplier<T> part) {
        try {
            return part.get();
        } catch (ApiException refused) {
            note(
                    who,
                    election,
                    operation.name(),
                    operation.epoch(),
                    refused.error().name());
            throw refused;
        }
    }

    public void note(Requester who, String election, String operation, @Nullable Long epoch, String outcome) {
        LoggingEventBuilder line = LOG.atInfo().addKeyValue("actor", who.name()).addKeyValue("from", who.address());
        if (who.via() != null) {
            line = line.addKeyValue("via", who.via());
        }
        line.addKeyValue("operation", operation)
                .addKeyValue("election", election)
                .addKeyValue("epoch", epoch)
                .addKeyValue("outcome", outcome)
                .log("operation");
        log.append(
                new EventDraft("operation", election, node, epoch, operation, null, outcome + ", requested by " + who));
    }
}
