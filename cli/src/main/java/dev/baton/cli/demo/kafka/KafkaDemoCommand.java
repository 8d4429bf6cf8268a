// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.kafka;

import dev.baton.cli.CliEnvironment;
import dev.baton.cli.Output;
import dev.baton.cli.OutputOptions;
import dev.baton.cli.demo.DemoRunner;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Kafka brokers to try things on. */
@Command(
        name = "kafka",
        description = {
            "Three Kafka brokers in three processes on this machine, a producer and a consumer: kill or pause a leader.",
            "It is the leader of the first partition; at the end every acknowledged record must be there, once.",
            "Needs no set-up, and leaves nothing behind."
        },
        footer = {
            "",
            "After each action, a killed broker is restarted and a paused one resumed.",
            "One that resigns is drained until it leads no partition, and then resumed, as by baton nodes drain and resume.",
            "Exit codes: 0 as promised; 1 something failed, or an acknowledged record is lost, duplicated or out of order."
        })
public final class KafkaDemoCommand implements Callable<Integer> {
    private static final String ACTIONS = "kill, pause, resign";

    private final CliEnvironment environment;

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Option(
            names = "--script",
            split = ",",
            paramLabel = "ACTION",
            description = "Do these, then exit: " + ACTIONS + ".")
    private @Nullable List<String> script;

    public KafkaDemoCommand(CliEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        Output output = outputOptions.to(environment);
        return new DemoRunner(environment, output, listener -> new KafkaDemo(output.style(), listener))
                .run(script, ACTIONS);
    }
}
