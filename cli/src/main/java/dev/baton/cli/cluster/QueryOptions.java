// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.admin.ControllerOperation;
import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Output;
import dev.baton.cli.OutputOptions;
import dev.baton.cli.ServerOptions;
import dev.baton.cli.client.NodeConnection;
import java.time.Duration;
import java.util.function.BiConsumer;
import picocli.CommandLine.Mixin;

/** What every command has that asks a node: whom, and how to answer. */
public final class QueryOptions {
    /** A move waits for the partition to arrive. */
    public static final Duration MAX_CHANGE = Duration.ofSeconds(25);

    private final CliEnvironment environment;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    public QueryOptions(CliEnvironment environment) {
        this.environment = environment;
    }

    public CliEnvironment environment() {
        return environment;
    }

    public NodeConnection connect() {
        return server.connect(environment);
    }

    public Output output() {
        return output.to(environment);
    }

    /** Asks a question, and prints the answer as it is or, for people, in words; returns the exit code. */
    public <T> int print(String path, Class<T> type, BiConsumer<T, Output> words) {
        NodeConnection node = connect();
        Output output = output();
        JsonNode answer = node.get(path);
        if (output.json()) {
            output.document(answer);
        } else {
            words.accept(node.read(answer, type), output);
        }
        return ExitCode.OK.number();
    }

    /** Has a node change something, and tells what came of it; returns the exit code. */
    public int change(String path, Object operation) {
        show(connect().post(path, operation, MAX_CHANGE), "");
        return ExitCode.OK.number();
    }

    /** Has the controller change topics or nodes; returns the exit code. */
    public int change(ControllerOperation operation) {
        return change(operation.path(), operation);
    }

    /** The outcome of a change, and for people what else there is to say. */
    public void show(JsonNode answer, String more) {
        if (output().json()) {
            output().document(answer);
        } else {
            output().line(TerminalSafeText.text(answer.path("outcome").asText() + more));
        }
    }
}
