// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.work;

import dev.baton.admin.WorkOperation;
import dev.baton.cli.CliEnvironment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The commands that say where partitions belong. */
final class PartitionCommands {
    private static final String AS_IN = "As in billing/invoices/3.";

    private PartitionCommands() {}

    /** {@code baton work resume}. */
    @Command(name = "resume", description = "Allow a drained worker to take partitions again.")
    static final class Resume extends WorkOperationCommand {
        @Parameters(paramLabel = "WORKER")
        private String worker = "";

        Resume(CliEnvironment environment) {
            super(environment);
        }

        @Override
        WorkOperation operation() {
            return new WorkOperation.Drain(worker, false);
        }
    }

    /** {@code baton work move}. */
    @Command(
            name = "move",
            description = {
                "Move a partition to a worker, and wait for it.",
                "The balance is kept, so another partition may move back. Use pin to keep it there."
            })
    static final class Move extends WorkOperationCommand {
        @Parameters(index = "0", paramLabel = "PARTITION", description = AS_IN)
        private String partition = "";

        @Parameters(index = "1", paramLabel = "WORKER")
        private String worker = "";

        Move(CliEnvironment environment) {
            super(environment);
        }

        @Override
        WorkOperation operation() {
            return new WorkOperation.MovePartition(partition, worker);
        }
    }

    /** {@code baton work pin}. */
    @Command(name = "pin", description = "Keep a partition on one worker or on none, until baton work unpin.")
    static final class Pin extends WorkOperationCommand {
        @Parameters(index = "0", paramLabel = "PARTITION", description = AS_IN)
        private String partition = "";

        @Parameters(index = "1", paramLabel = "WORKER")
        private String worker = "";

        Pin(CliEnvironment environment) {
            super(environment);
        }

        @Override
        WorkOperation operation() {
            return new WorkOperation.Pin(partition, worker);
        }
    }

    /** {@code baton work unpin}. */
    @Command(name = "unpin", description = "Allow a partition on any worker again.")
    static final class Unpin extends WorkOperationCommand {
        @Parameters(paramLabel = "PARTITION", description = AS_IN)
        private String partition = "";

        Unpin(CliEnvironment environment) {
            super(environment);
        }

        @Override
        WorkOperation operation() {
            return new WorkOperation.Unpin(partition);
        }
    }
}
