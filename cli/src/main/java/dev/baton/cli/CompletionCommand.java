// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints the script by which a shell completes commands. */
@Command(
        name = "completion",
        description = {"Print a completion script for bash and zsh.", "  source <(baton completion)"})
final class CompletionCommand implements Callable<Integer> {
    private final CliEnvironment environment;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    CompletionCommand(CliEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        String script = AutoComplete.bash("baton", BatonCommand.commandLine(environment));
        Output to = output.to(environment);
        if (to.json()) {
            to.document(JsonOutput.object().put("script", script));
        } else {
            to.line(script);
        }
        return ExitCode.OK.number();
    }
}
