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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The configuration of a node, without starting one. */
@Command(name = "config", description = "Check a configuration, or show the effective one.")
public final class ConfigCommand implements Runnable {
    private final CliEnvironment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public ConfigCommand(CliEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command: check or print");
    }

    @Command(
            name = "check",
            description = {"Report all problems of a configuration at once.", "Exit code 2 if there are any."})
    int check(@Mixin OutputOptions outputOptions, @Mixin ConfigOptions config) {
        Output output = outputOptions.to(environment);
        NodeConfig read = config.read(environment);
        read.admin().flatMap(AdminSettings::tls).ifPresent(ConfigCommand::readKeys);
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

    @Command(
            name = "print",
            description = "Show the effective configuration: file, environment and defaults merged, secrets hidden.")
    int print(@Mixin OutputOptions outputOptions, @Mixin ConfigOptions config) {
        return show(config.read(environment), outputOptions.to(environment));
    }

    static int show(NodeConfig config, Output output) {
        if (output.json()) {
            output.document(JsonOutput.object().put("config", config.print()));
        } else {
            output.line(config.print().stripTrailing());
        }
        return ExitCode.OK.number();
    }
}
