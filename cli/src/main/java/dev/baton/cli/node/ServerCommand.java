// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.node;

import dev.baton.cli.CliEnvironment;
import dev.baton.cli.OutputOptions;
import dev.baton.server.NodeConfig;
import dev.baton.server.NodeProcess;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A node. */
@Command(
        name = "server",
        description = {
            "Start a node, and run it until TERM or Ctrl-C, which hands over first.",
            "docs/server.md lists the keys of its configuration."
        })
public final class ServerCommand implements Callable<Integer> {
    private final CliEnvironment environment;

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Mixin
    private final ConfigOptions config = new ConfigOptions();

    @Option(names = "--print-config", description = "Show the configuration that would hold, secrets hidden, and end.")
    private boolean print;

    public ServerCommand(CliEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        // Read here first, so that what is wrong is told in the form that was asked for.
        NodeConfig read = config.read(environment);
        return print
                ? ConfigOutput.show(read, outputOptions.to(environment))
                : NodeProcess.run(config.file(), environment.variables());
    }
}
