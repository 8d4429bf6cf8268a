// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.node;

import dev.baton.ConfigurationException;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.ExitCode;
import dev.baton.cli.OutputOptions;
import dev.baton.server.NodeConfig;
import dev.baton.server.NodeProcess;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A node. */
@Command(
        name = "server",
        description = {
            "Start a node, and run it until TERM or Ctrl-C, which hands over first.",
            "docs/server.md lists the keys."
        })
public final class ServerCommand implements Callable<Integer> {
    private final CliEnvironment environment;

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Mixin
    private final ConfigOptions config = new ConfigOptions();

    @Option(names = "--print-config", description = "Print the effective configuration, secrets hidden, and exit.")
    private boolean print;

    public ServerCommand(CliEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        // Read here first, so that what is wrong is told in the form that was asked for.
        NodeConfig read = config.read(environment);
        return print
                ? ConfigCommand.show(read, outputOptions.to(environment))
                : NodeProcess.run(read, config.file(), environment.variables());
    }

    /**
     * Runs a node if that is all that was asked for, {@code server -c FILE}: the start of a node need not wait until all
     * commands of this program are there.
     *
     * @return the exit code; nothing if anything else was asked for, or anything is wrong, which is told elsewhere
     */
    public static OptionalInt direct(List<String> arguments, Map<String, String> variables) {
        if (arguments.size() != 3
                || !arguments.get(0).equals("server")
                || !arguments.get(1).equals("-c")) {
            return OptionalInt.empty();
        }
        try {
            Optional<Path> file = Optional.of(Path.of(arguments.get(2)));
            return OptionalInt.of(NodeProcess.run(NodeConfig.read(file, variables), file, variables));
        } catch (ConfigurationException | InvalidPathException wrong) {
            return OptionalInt.empty();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return OptionalInt.of(ExitCode.FAILED.number());
        }
    }
}
