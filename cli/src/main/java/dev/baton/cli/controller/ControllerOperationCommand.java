// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.controller;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.admin.ControllerOperation;
import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.ExitCode;
import dev.baton.cli.view.QueryOptions;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A change of topics or nodes: sent to any node, decided by the controller, and told in a sentence. */
abstract class ControllerOperationCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    @Mixin
    private final QueryOptions query;

    ControllerOperationCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    /** What is to be done; asks first, if it is something to ask about. */
    abstract ControllerOperation operation(CliEnvironment environment);

    @Override
    public Integer call() {
        ControllerOperation operation = operation(query.environment());
        JsonNode answer = query.connect().post(operation.path(), operation, PATIENCE);
        if (query.output().json()) {
            query.output().document(answer);
        } else {
            query.output().line(TerminalSafeText.text(answer.path("outcome").asText()));
        }
        return ExitCode.OK.number();
    }
}
