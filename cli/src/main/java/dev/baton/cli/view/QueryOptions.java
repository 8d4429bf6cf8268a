// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import dev.baton.cli.Output;
import dev.baton.cli.OutputOptions;
import dev.baton.cli.ServerOptions;
import dev.baton.cli.Surroundings;
import dev.baton.cli.client.NodeConnection;
import picocli.CommandLine.Mixin;

/** What every command has that asks a node: whom, and how to answer. */
final class QueryOptions {
    private final Surroundings surroundings;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    QueryOptions(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    Surroundings surroundings() {
        return surroundings;
    }

    NodeConnection connect() {
        return server.connect(surroundings);
    }

    Output output() {
        return output.to(surroundings);
    }
}
