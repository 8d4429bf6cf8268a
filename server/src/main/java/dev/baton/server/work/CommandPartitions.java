// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.admin.TerminalSafeText;
import dev.baton.server.guarded.GuardedCommand;
import dev.baton.spi.Ticker;
import dev.baton.work.Partition;
import dev.baton.work.PartitionHandler;
import dev.baton.work.PartitionId;
import dev.baton.work.WorkerPolicy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a command for each partition of this node. When the worker's session or this process ends, the command's keepers
 * end it before another worker can have the partition. A command that exits is started again, after growing pauses.
 */
final class CommandPartitions implements PartitionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(CommandPartitions.class);

    /** Output without a line break is logged in pieces of this length. */
    static final int MAX_LINE = 2_000;

    /** Longer than the longest pause before a partition is started again. */
    private static final Duration REMEMBERED =
            WorkerPolicy.DEFAULT.longestBackoff().plusSeconds(5);

    private final PartitionCommand plan;
    private final Semaphore free;
    private final Ticker ticker;
    private final Map<PartitionId, GuardedCommand> running = new ConcurrentHashMap<>();
    private final AtomicLong refusedAt;

    CommandPartitions(PartitionCommand plan, Ticker ticker) {
        this.plan = plan;
        this.ticker = ticker;
        this.refusedAt = new AtomicLong(ticker.nanos() - REMEMBERED.toNanos());
        this.free = new Semaphore(plan.most());
    }

    @Override
    public void assigned(Partition partition) throws IOException {
        if (!free.tryAcquire()) {
            refusedAt.set(ticker.nanos());
            throw new IllegalStateException("this node runs " + plan.most() + " commands, which is work.max_commands");
        }
        GuardedCommand command;
        try {
            command = GuardedCommand.start(
                    plan.command(),
                    environment(partition),
                    // The command must not get this node's configuration, which includes passwords.
                    name -> name.startsWith("BATON_"),
                    partition.session(),
                    plan.times().grace(),
                    ProcessBuilder.Redirect.PIPE);
        } catch (IOException | RuntimeException | Error failed) {
            free.release();
            throw failed;
        }
        running.put(partition.id(), command);
        try {
            command.background("baton-work-output", () -> log(partition.id(), command));
            command.whenEnded(code -> {
                // Not if the command was stopped.
                if (running.get(partition.id()) == command) {
                    partition.failed(new CommandEnded(code));
                }
            });
        } catch (RuntimeException | Error noThread) {
            // The command has ended, and nothing would start the partition's next one.
            running.remove(partition.id());
            free.release();
            throw noThread;
        }
    }

    /** Whether there are more partitions than commands may run. */
    boolean isFull() {
        return ticker.nanos() - refusedAt.get() < REMEMBERED.toNanos();
    }

    static Map<String, String> environment(Partition partition) {
        return Map.of(
                "BATON_NODE", partition.session().node().id().value(),
                "BATON_TASK_LIST", partition.id().list().toString(),
                "BATON_PARTITION", Integer.toString(partition.id().number()),
                "BATON_PARTITION_TOKEN", Long.toString(partition.token()));
    }

    @Override
    public void revoked(Partition partition, Duration within) {
        GuardedCommand command = running.remove(partition.id());
        if (command != null) {
            try {
                // An interrupt of this thread means that it takes too long; what is left is killed then.
                command.stop("TERM", left -> cannotEnd(partition.id(), left));
            } catch (RuntimeException | Error unknown) {
                // It is not known whether it has ended, for example because no file can be opened: the next call has to
                // find out.
                running.put(partition.id(), command);
                throw unknown;
            }
            free.release();
        }
    }

    private static void cannotEnd(PartitionId partition, List<Long> processes) {
        LOG.error("processes {} of the command of {} cannot be ended by this user", processes, partition);
    }

    /** Reads all output to its end, since a command whose output is not read blocks. */
    private static void log(PartitionId partition, GuardedCommand command) {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(command.output(), StandardCharsets.UTF_8))) {
            StringBuilder line = new StringBuilder();
            for (int c = output.read(); c >= 0; c = output.read()) {
                if (c != '\n') {
                    line.append((char) c);
                }
                if (c == '\n' || line.length() >= MAX_LINE) {
                    LOG.info("{}: {}", partition, TerminalSafeText.text(line.toString()));
                    line.setLength(0);
                }
            }
            if (!line.isEmpty()) {
                LOG.info("{}: {}", partition, TerminalSafeText.text(line.toString()));
            }
        } catch (IOException closed) {
            LOG.debug("the output of the command of {} ended: {}", partition, closed.getMessage());
        }
    }

    /** The command ended, although it should have kept running. */
    private static final class CommandEnded extends Exception {
        private static final long serialVersionUID = 1L;

        CommandEnded(int code) {
            super("the command ended with exit code " + code, null, false, false);
        }
    }
}
