// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import dev.baton.cli.CliEnvironment;
import dev.baton.cli.Output;
import dev.baton.cli.OutputOptions;
import dev.baton.cli.ServerOptions;
import dev.baton.cli.client.NodeConnection;
import picocli.CommandLine.Mixin;

/** What every command has that asks a node: whom, and how to answer. */
public final class QueryOptions {
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
}
