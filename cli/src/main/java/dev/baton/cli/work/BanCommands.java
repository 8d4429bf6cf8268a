// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.work;

import dev.baton.admin.WorkOperation;
import dev.baton.cli.CliEnvironment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that keep partitions off workers. */
final class BanCommands {
    private BanCommands() {}

    /** A partition or task list, and a worker. */
    abstract static class OnWorker extends WorkOperationCommand {
        @Parameters(index = "0", paramLabel = "PARTITION", description = "As in billing/invoices/3.")
        private String what = "";

        @Parameters(index = "1", paramLabel = "WORKER")
        private String worker = "";

        @Option(names = "--list", description = "The first argument is a whole task list, as in billing/invoices.")
        private boolean wholeList;

        OnWorker(CliEnvironment environment) {
            super(environment);
        }

        @Nullable
        String partition() {
            return wholeList ? null : what;
        }

        @Nullable
        String list() {
            return wholeList ? what : null;
        }

        String worker() {
            return worker;
        }
    }

    /** {@code baton work ban}. */
    @Command(
            name = "ban",
            description = {
                "Keep a partition, or with --list a whole task list, off a worker, until baton work unban.",
                "The worker need not exist yet."
            })
    static final class Ban extends OnWorker {
        Ban(CliEnvironment environment) {
            super(environment);
        }

        @Override
        WorkOperation operation() {
            return new WorkOperation.Ban(partition(), list(), worker());
        }
    }

    /** {@code baton work unban}. */
    @Command(name = "unban", description = "Allow a partition, or with --list a task list, on that worker again.")
    static final class Unban extends OnWorker {
        Unban(CliEnvironment environment) {
            super(environment);
        }

        @Override
        WorkOperation operation() {
            return new WorkOperation.Unban(partition(), list(), worker());
        }
    }
}
