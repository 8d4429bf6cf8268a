// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.node;

import dev.baton.ConfigurationException;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.server.NodeConfig;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which configuration. */
public final class ConfigOptions {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "The node's configuration; without it, the defaults. Environment variables override both.")
    private @Nullable Path file;

    public boolean given() {
        return file != null;
    }

    Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /** @throws CommandFailure naming all that is wrong with it */
    public NodeConfig read(CliEnvironment environment) {
        try {
            return NodeConfig.read(file(), environment.variables());
        } catch (ConfigurationException wrong) {
            throw new CommandFailure(ExitCode.USAGE, "BAD_CONFIGURATION", String.join("\n", wrong.problems()));
        }
    }
}
