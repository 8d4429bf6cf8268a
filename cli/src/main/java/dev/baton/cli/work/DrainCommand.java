// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.work;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.admin.TerminalSafeText;
import dev.baton.admin.WorkOperation;
import dev.baton.admin.WorkView;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.Confirmation;
import dev.baton.cli.ExitCode;
import dev.baton.cli.JsonOutput;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.cluster.QueryOptions;
import dev.baton.internal.runtime.TimedWait;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code baton work drain}. */
@Command(
        name = "drain",
        description = {
            "Make a worker give up all its partitions, and wait until it has.",
            "It gets no new ones until it is restarted, or until baton work resume.",
            "Exit code 4 if it still has some after --wait."
        })
final class DrainCommand implements Callable<Integer> {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    @Mixin
    private final QueryOptions query;

    @Mixin
    private final Confirmation confirmation = new Confirmation();

    @Parameters(paramLabel = "WORKER")
    private String worker = "";

    @Option(
            names = "--wait",
            paramLabel = "DURATION",
            defaultValue = "30s",
            description = "How long to wait for that; 0s does not wait. Default: ${DEFAULT-VALUE}.")
    private Duration patience = Duration.ofSeconds(30);

    DrainCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    @Override
    public Integer call() throws InterruptedException {
        confirmation.require("Move all partitions off " + TerminalSafeText.text(worker) + "?", query.environment());
        NodeConnection node = query.connect();
        WorkOperation operation = new WorkOperation.Drain(worker, true);
        JsonNode said = node.post(WorkCommand.path(operation), operation, QueryOptions.MAX_CHANGE);
        long end = System.nanoTime() + patience.toNanos();
        int left = left(node);
        while (left > 0 && System.nanoTime() - end < 0) {
            TimedWait.of(BETWEEN_LOOKS);
            left = left(node);
        }
        ObjectNode answer = said instanceof ObjectNode object ? object : JsonOutput.object();
        query.show(
                answer.put("left", left),
                left == 0 ? "; it has no partitions now" : "; it still has " + left + " partitions");
        return (left == 0 || patience.isZero() ? ExitCode.OK : ExitCode.UNREACHABLE).number();
    }

    private int left(NodeConnection node) {
        return node.get(WorkCommand.PATH, WorkView.class).workers().stream()
                .filter(it -> it.id().equals(worker))
                .mapToInt(WorkView.Worker::partitions)
                .sum();
    }
}
