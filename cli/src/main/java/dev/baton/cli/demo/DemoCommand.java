// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.cli.CliEnvironment;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Output;
import dev.baton.cli.OutputOptions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts a cluster to try out. */
@Command(
        name = "demo",
        description = {
            "Three nodes in three processes on this machine: kill, pause or replace the leader, and see the hand-over.",
            "Needs no set-up, and leaves nothing behind."
        })
public final class DemoCommand implements Callable<Integer> {
    private static final String ACTIONS = "kill, pause, resign, restart, add";

    private final CliEnvironment environment;

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Option(
            names = "--elector",
            paramLabel = "sql|registry|bully|raft",
            defaultValue = "sql",
            description = "How the nodes elect. Default: ${DEFAULT-VALUE}.")
    private String elector = "sql";

    @Option(
            names = "--script",
            split = ",",
            paramLabel = "ACTION",
            description = "Do these, then exit: " + ACTIONS + ".")
    private @Nullable List<String> script;

    @Option(
            names = "--nodes",
            paramLabel = "COUNT",
            defaultValue = "3",
            description = "How many nodes to start with. Default: ${DEFAULT-VALUE}.")
    private int count = 3;

    public DemoCommand(CliEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        Output output = outputOptions.to(environment);
        if (count < 1 || count > 9) {
            throw new CommandFailure(ExitCode.USAGE, "USAGE", "--nodes must be from 1 to 9");
        }
        return new DemoRunner(
                        environment,
                        output,
                        listener -> new ElectionDemo(environment, output.style(), backend(), count, listener))
                .run(script, ACTIONS);
    }

    private DemoBackend backend() {
        List<String> first =
                IntStream.rangeClosed(1, count).mapToObj(i -> "n" + i).toList();
        return switch (elector) {
            case "sql" -> H2Backend.open();
            case "registry" -> new RegistryBackend(first);
            case "bully" -> new BullyBackend(first);
            case "raft" -> new RaftBackend(first, new LoopbackPorts());
            default ->
                throw new CommandFailure(ExitCode.USAGE, "USAGE", "--elector must be sql, registry, bully or raft");
        };
    }
}
