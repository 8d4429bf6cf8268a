// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import picocli.CommandLine.Option;

/** Options for the format of a command's output. */
public final class OutputOptions {
    static final String JSON = "--json";

    @Option(names = JSON, description = "Answer in JSON, errors included.")
    private boolean json;

    public Output to(CliEnvironment environment) {
        return new Output(environment, json);
    }
}
