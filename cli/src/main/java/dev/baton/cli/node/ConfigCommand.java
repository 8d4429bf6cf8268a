// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.UnavailableException;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.JsonOutput;
import dev.baton.cli.Output;
import dev.baton.cli.OutputOptions;
import dev.baton.server.NodeConfig;
import dev.baton.server.http.AdminSettings;
import dev.baton.server.http.AdminTls;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The configuration of a node, without starting one. */
@Command(name = "config", description = "Check a node's configuration, or show what would hold.")
public final class ConfigCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command: check or print");
    }

    /** Says what is wrong, all of it. */
    @Command(
            name = "check",
            description = {"Say what is wrong with a configuration, all of it at once.", "Exit code 2 if something is."
            })
    public static final class Check implements Callable<Integer> {
        private final CliEnvironment environment;

        @Mixin
        private final OutputOptions outputOptions = new OutputOptions();

        @Mixin
        private final ConfigOptions config = new ConfigOptions();

        public Check(CliEnvironment environment) {
            this.environment = environment;
        }

        @Override
        public Integer call() {
            Output output = outputOptions.to(environment);
            NodeConfig read = config.read(environment);
            read.admin().flatMap(AdminSettings::tls).ifPresent(Check::readKeys);
            if (output.json()) {
                ObjectNode answer = JsonOutput.object().put("ok", true);
                read.warnings().forEach(answer.putArray("warnings")::add);
                output.document(answer);
            } else {
                read.warnings().forEach(warning -> output.line(output.style().doubtful("warning: ") + warning));
                output.line("the " + read + " is fine");
            }
            return ExitCode.OK.number();
        }

        private static void readKeys(AdminTls files) {
            try {
                files.check();
            } catch (UnavailableException unusable) {
                throw new CommandFailure(ExitCode.USAGE, "BAD_CONFIGURATION", String.valueOf(unusable.getMessage()));
            }
        }
    }

    /** Shows what would hold. */
    @Command(
            name = "print",
            description = "Show the configuration that would hold: file, environment and defaults, secrets hidden.")
    public static final class Print implements Callable<Integer> {
        private final CliEnvironment environment;

        @Mixin
        private final OutputOptions outputOptions = new OutputOptions();

        @Mixin
        private final ConfigOptions config = new ConfigOptions();

        public Print(CliEnvironment environment) {
            this.environment = environment;
        }

        @Override
        public Integer call() {
            return ConfigOutput.show(config.read(environment), outputOptions.to(environment));
        }
    }
}
