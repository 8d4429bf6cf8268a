// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.work;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.admin.TerminalSafeText;
import dev.baton.admin.WorkOperation;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.ExitCode;
import dev.baton.cli.JsonOutput;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.view.QueryOptions;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A change of the work: sent to any node, done by the coordinator, and told in a sentence. */
abstract class WorkOperationCommand implements Callable<Integer> {
    /** A move waits for the partition to arrive. */
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    @Mixin
    private final QueryOptions query;

    WorkOperationCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    abstract WorkOperation operation();

    /** Asks, if it is something to ask about. */
    void confirm(NodeConnection node, CliEnvironment environment) {}

    /** The outcome as text, and the exit code that follows from it. */
    record Followed(String words, ExitCode code) {}

    /** Adds what follows to the answer. */
    Followed follow(NodeConnection node, ObjectNode answer) throws InterruptedException {
        return new Followed("", ExitCode.OK);
    }

    @Override
    public Integer call() throws InterruptedException {
        NodeConnection node = query.connect();
        confirm(node, query.environment());
        WorkOperation operation = operation();
        JsonNode said = node.post(WorkCommand.PATH + "/" + operation.name(), operation, PATIENCE);
        ObjectNode answer = said instanceof ObjectNode object ? object : JsonOutput.object();
        Followed followed = follow(node, answer);
        if (query.output().json()) {
            query.output().document(answer);
        } else {
            query.output().line(TerminalSafeText.text(answer.path("outcome").asText() + followed.words()));
        }
        return followed.code().number();
    }
}
