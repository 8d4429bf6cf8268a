// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.work;

import dev.baton.cli.CliEnvironment;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Output;
import dev.baton.cli.OutputOptions;
import dev.baton.cli.demo.DemoRunner;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Workers to try things on. */
@Command(
        name = "work",
        description = {
            "Five workers in five processes on this machine share 30 partitions: kill, pause, drain or add one.",
            "You see which partitions move, how long each had no worker, and that no two workers ever had the same one.",
            "Needs no set-up, and leaves nothing behind."
        },
        footer = {
            "",
            "A script acts on one worker after the other; a worker that is still paused is resumed before the summary.",
            "Exit codes: 0 as promised; 1 something failed, or two workers could act on one partition at once."
        })
public final class WorkDemoCommand implements Callable<Integer> {
    private static final String ACTIONS = "kill, pause, resume, drain, undrain, add";

    private final CliEnvironment environment;

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Option(
            names = "--script",
            split = ",",
            paramLabel = "ACTION",
            description = "Do these, then exit: " + ACTIONS + ".")
    private @Nullable List<String> script;

    @Option(
            names = "--workers",
            paramLabel = "COUNT",
            defaultValue = "5",
            description = "How many workers to start with. Default: ${DEFAULT-VALUE}.")
    private int count = 5;

    public WorkDemoCommand(CliEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        Output output = outputOptions.to(environment);
        if (count < 1 || count > WorkCluster.MAX_WORKERS) {
            throw new CommandFailure(ExitCode.USAGE, "USAGE", "--workers must be from 1 to " + WorkCluster.MAX_WORKERS);
        }
        return new DemoRunner(environment, output, listener -> new WorkDemo(output.style(), count, listener))
                .run(script, ACTIONS);
    }
}
