// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.cluster.ElectionsCommand;
import dev.baton.cli.cluster.EligibleCommand;
import dev.baton.cli.cluster.EventsCommand;
import dev.baton.cli.cluster.LeaderCommand;
import dev.baton.cli.cluster.ListingCommand;
import dev.baton.cli.cluster.NodesCommand;
import dev.baton.cli.cluster.ResignCommand;
import dev.baton.cli.cluster.StatusCommand;
import dev.baton.cli.cluster.TransferCommand;
import dev.baton.cli.controller.ControllerCommand;
import dev.baton.cli.controller.GroupsCommand;
import dev.baton.cli.controller.TopicsCommand;
import dev.baton.cli.database.EpochsCommand;
import dev.baton.cli.demo.DemoCommand;
import dev.baton.cli.demo.NodeCommand;
import dev.baton.cli.demo.kafka.KafkaDemoCommand;
import dev.baton.cli.demo.work.WorkDemoCommand;
import dev.baton.cli.demo.work.WorkerCommand;
import dev.baton.cli.doctor.DoctorCommand;
import dev.baton.cli.node.ConfigCommand;
import dev.baton.cli.node.ServerCommand;
import dev.baton.cli.run.RunCommand;
import dev.baton.cli.watch.WatchCommand;
import dev.baton.cli.work.WorkCommand;
import dev.baton.server.NodeParts;
import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code baton} command, whose subcommands do the work. */
@Command(
        name = "baton",
        description = "One coordinator for a cluster, always.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = false,
        footer = {
            "",
            "See baton COMMAND --help. Exit codes: 0 done, 1 failed, 2 usage error,",
            "3 not found, 4 no answer, 5 refused; see docs/cli.md."
        })
public final class BatonCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    private BatonCommand() {}

    public static void main(String[] arguments) {
        // Ends the process by itself if it cannot go on.
        OptionalInt node = ServerCommand.direct(List.of(arguments), System.getenv());
        System.exit(node.isPresent() ? node.getAsInt() : run(CliEnvironment.ofProcess(), arguments));
    }

    /** Runs one command and returns its exit code. */
    static int run(CliEnvironment environment, String... arguments) {
        CommandLine line = commandLine(environment);
        try {
            return line.execute(arguments);
        } catch (Output.ReaderGone gone) {
            return ExitCode.BROKEN_PIPE.number();
        }
    }

    static CommandLine commandLine(CliEnvironment environment) {
        CommandLine line = new CommandLine(new BatonCommand(), new WithEnvironment(environment));
        queries(environment).forEach(line::addSubcommand);
        // What has its own command needs no list.
        NodeParts.listings().stream()
                .filter(it -> !line.getSubcommands().containsKey(it.name()))
                .forEach(it -> line.addSubcommand(ListingCommand.of(environment, it)));
        others(environment).forEach(line::addSubcommand);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.registerConverter(Duration.class, new DurationConverter());
        ITypeConverter<Integer> numbers = BatonCommand::number;
        line.registerConverter(int.class, numbers);
        line.registerConverter(Integer.class, numbers);
        line.setColorScheme(CommandLine.Help.defaultColorScheme(environment.colours() ? Ansi.ON : Ansi.OFF));
        line.setUsageHelpAutoWidth(false);
        line.setOut(new PrintWriter(environment.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(environment.err(), true, StandardCharsets.UTF_8));
        line.setParameterExceptionHandler((wrong, given) -> askedWrongly(environment, wrong, given));
        line.setExecutionExceptionHandler((failed, command, result) -> failed(environment, failed, result));
        withHelp(line);
        withVersion(line.getCommandSpec());
        return line;
    }

    /** Makes the commands below others, and their options, which may need the environment. */
    private record WithEnvironment(CliEnvironment environment) implements IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (List.of(constructor.getParameterTypes()).equals(List.of(CliEnvironment.class))) {
                    constructor.setAccessible(true);
                    return type.cast(constructor.newInstance(environment));
                }
            }
            return CommandLine.defaultFactory().create(type);
        }
    }

    private static void withVersion(CommandSpec root) {
        root.addOption(OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("Print the version.")
                .build());
        root.versionProvider(() -> new String[] {VersionCommand.text()});
    }

    private static void withHelp(CommandLine line) {
        if (line.getCommandSpec().findOption("--help") == null) {
            line.getCommandSpec()
                    .addOption(OptionSpec.builder("-h", "--help")
                            .usageHelp(true)
                            .description("Show this help.")
                            .build());
        }
        line.getSubcommands().values().forEach(BatonCommand::withHelp);
    }

    /** The commands that show something of a cluster; some have others below them. */
    private static List<Object> queries(CliEnvironment environment) {
        return List.of(
                new StatusCommand(environment),
                new WatchCommand(environment),
                new ElectionsCommand(environment),
                new LeaderCommand(environment),
                new NodesCommand(environment),
                ListingCommand.of(environment, ListingCommand.DUTIES),
                new WorkCommand(environment),
                new ControllerCommand(environment),
                new TopicsCommand(environment),
                new GroupsCommand(environment),
                new EventsCommand(environment));
    }

    private static List<Object> others(CliEnvironment environment) {
        return List.of(
                new ResignCommand(environment),
                new TransferCommand(environment),
                new EligibleCommand(environment),
                new RunCommand(environment),
                new DoctorCommand(environment),
                new CommandLine(new EpochsCommand())
                        .addSubcommand(new EpochsCommand.Show(environment))
                        .addSubcommand(new EpochsCommand.Raise(environment)),
                new CommandLine(new DemoCommand(environment))
                        .addSubcommand(new WorkDemoCommand(environment))
                        .addSubcommand(new KafkaDemoCommand(environment)),
                new NodeCommand(),
                new WorkerCommand(),
                new ServerCommand(environment),
                new ConfigCommand(environment),
                new HashPasswordCommand(environment),
                new AdoptStateCommand(environment),
                new VersionCommand(environment),
                new CompletionCommand(environment),
                new CommandLine.HelpCommand());
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.USAGE.number();
    }

    private static int askedWrongly(CliEnvironment environment, ParameterException wrong, String[] given) {
        Output output = new Output(environment, asksForJson(Arrays.asList(given)));
        output.failure("USAGE", text(wrong));
        if (!output.json()) {
            CommandLine command = wrong.getCommandLine();
            UnmatchedArgumentException.printSuggestions(wrong, command.getErr());
            environment.err().print("see " + command.getCommandSpec().qualifiedName() + " --help\n");
            environment.err().flush();
        }
        return ExitCode.USAGE.number();
    }

    private static String text(ParameterException wrong) {
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            String first = TerminalSafeText.text(unmatched.getUnmatched().get(0));
            if (unmatched.isUnknownOption()) {
                return "unknown option '" + first + "'";
            }
            boolean commands = !wrong.getCommandLine().getSubcommands().isEmpty();
            return (commands ? "unknown command '" : "unexpected argument '") + first + "'";
        }
        return String.valueOf(wrong.getMessage());
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException wrong) {
            throw new TypeConversionException("'" + text + "' is not a whole number");
        }
    }

    private static int failed(CliEnvironment environment, Exception failed, CommandLine.ParseResult result) {
        if (failed instanceof Output.ReaderGone) {
            return ExitCode.BROKEN_PIPE.number();
        }
        Output output = new Output(environment, asksForJson(result.originalArgs()));
        if (failed instanceof CommandFailure told) {
            output.failure(told.code(), told.text());
            return told.exitCode().number();
        }
        if (failed instanceof InterruptedException) {
            return ExitCode.FAILED.number();
        }
        output.failure("FAILED", failed.getClass().getSimpleName() + ": " + failed.getMessage());
        return ExitCode.FAILED.number();
    }

    /** What comes after {@code --} belongs to another command. */
    private static boolean asksForJson(List<String> arguments) {
        return arguments.stream().takeWhile(argument -> !argument.equals("--")).anyMatch(OutputOptions.JSON::equals);
    }
}
