// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import dev.baton.cli.Output;
import dev.baton.cli.OutputOptions;
import dev.baton.cli.ServerOptions;
import dev.baton.cli.Surroundings;
import dev.baton.cli.client.AdminClient;
import picocli.CommandLine.Mixin;

/** What every command has that asks a node: whom, and how to answer. */
public final class Asked {
    private final Surroundings surroundings;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    public Asked(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    public Surroundings surroundings() {
        return surroundings;
    }

    public AdminClient client() {
        return server.connect(surroundings);
    }

    public Output output() {
        return output.to(surroundings);
    }
}
