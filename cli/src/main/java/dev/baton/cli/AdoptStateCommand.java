// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import dev.baton.UnavailableException;
import dev.baton.internal.state.StateFile;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Makes a copied state file or folder the original. */
@Command(
        name = "adopt-state",
        description = {
            "Make a copied or restored state file or folder the original, so that its node is the same voter as before.",
            "Only if the original is never used again: otherwise two leaders are possible."
        })
final class AdoptStateCommand implements Callable<Integer> {
    private final CliEnvironment environment;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Parameters(paramLabel = "PATH", description = "The state file, or the state folder, of a node that is stopped.")
    private Path path = Path.of("");

    AdoptStateCommand(CliEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Output to = output.to(environment);
        boolean adopted;
        try {
            adopted = StateFile.adopt(path);
        } catch (UnavailableException refused) {
            throw new CommandFailure(ExitCode.FAILED, "STATE", String.valueOf(refused.getMessage()));
        }
        if (to.json()) {
            to.document(JsonOutput.object().put("adopted", adopted));
        } else {
            to.line(adopted ? path + " is the original now" : path + " was no copy");
        }
        return ExitCode.OK.number();
    }
}
