// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.work;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.admin.TerminalSafeText;
import dev.baton.admin.WorkOperation;
import dev.baton.admin.WorkView;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.Confirmation;
import dev.baton.cli.ExitCode;
import dev.baton.cli.client.NodeConnection;
import dev.baton.internal.runtime.TimedWait;
import java.time.Duration;
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
final class DrainCommand extends WorkOperationCommand {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    @Mixin
    private final Confirmation confirmation = new Confirmation();

    @Parameters(paramLabel = "WORKER")
    private String worker = "";

    @Option(
            names = "--wait",
            paramLabel = "SPAN",
            defaultValue = "30s",
            description = "How long to wait for that; 0s does not wait. Default: ${DEFAULT-VALUE}.")
    private Duration patience = Duration.ofSeconds(30);

    DrainCommand(CliEnvironment environment) {
        super(environment);
    }

    @Override
    WorkOperation operation() {
        return new WorkOperation.Drain(worker, true);
    }

    @Override
    void confirm(NodeConnection node, CliEnvironment environment) {
        confirmation.require("Move all partitions off " + TerminalSafeText.text(worker) + "?", environment);
    }

    @Override
    Followed follow(NodeConnection node, ObjectNode answer) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        int left = left(node);
        while (left > 0 && System.nanoTime() - end < 0) {
            TimedWait.of(BETWEEN_LOOKS);
            left = left(node);
        }
        answer.put("left", left);
        if (left == 0) {
            return new Followed("; it has no partitions now", ExitCode.OK);
        }
        return new Followed(
                "; it still has " + left + " partitions", patience.isZero() ? ExitCode.OK : ExitCode.UNREACHABLE);
    }

    private int left(NodeConnection node) {
        return node.get(WorkCommand.PATH, WorkView.class).workers().stream()
                .filter(it -> it.id().equals(worker))
                .mapToInt(WorkView.Worker::partitions)
                .sum();
    }
}
