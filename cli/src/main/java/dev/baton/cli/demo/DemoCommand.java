// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Json;
import dev.baton.cli.Output;
import dev.baton.cli.OutputOptions;
import dev.baton.cli.Surroundings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A cluster to play with. */
@Command(
        name = "demo",
        description = {
            "Three nodes in three processes on this machine: kill, pause or replace the leader, and see the hand-over.",
            "Needs no set-up, and leaves nothing behind."
        })
public final class DemoCommand implements Callable<Integer> {
    private static final int END = -1;

    private final Surroundings surroundings;

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Option(
            names = "--elector",
            paramLabel = "sql|registry|bully",
            defaultValue = "sql",
            description = "How the nodes elect. Default: ${DEFAULT-VALUE}.")
    private String elector = "sql";

    @Option(
            names = "--script",
            split = ",",
            paramLabel = "ACT",
            description = "Do these and end: kill, pause, resign, restart, add.")
    private @Nullable List<Act> script;

    @Option(
            names = "--nodes",
            paramLabel = "COUNT",
            defaultValue = "3",
            description = "How many nodes to begin with. Default: ${DEFAULT-VALUE}.")
    private int count = 3;

    public DemoCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        Output output = outputOptions.to(surroundings);
        if (count < 1 || count > 9) {
            throw new CommandFailure(ExitCode.USAGE, "USAGE", "--nodes must be from 1 to 9");
        }
        List<Act> acts = script;
        if (acts != null) {
            return play(output, stage -> acts.forEach(stage::perform));
        }
        if (surroundings.asking() && surroundings.showing() && !output.json()) {
            return onScreen(output);
        }
        return play(output, stage -> inLines(stage, output));
    }

    private Ground ground() {
        List<String> first =
                IntStream.rangeClosed(1, count).mapToObj(i -> "n" + i).toList();
        return switch (elector) {
            case "sql" -> H2Ground.open();
            case "registry" -> new RegistryGround(first);
            case "bully" -> new BullyGround(first);
            default -> throw new CommandFailure(ExitCode.USAGE, "USAGE", "--elector must be sql, registry or bully");
        };
    }

    private Stage open(Consumer<Happening> audience) {
        try {
            Stage stage = new Stage(ground(), Files.createTempDirectory("baton-demo-"), audience);
            // Ctrl-C and TERM end here as well.
            Runtime.getRuntime().addShutdownHook(new Thread(stage::close, "demo-end"));
            return stage;
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Performs a plot and stops at the first thing that goes wrong. */
    private int play(Output output, Consumer<Stage> plot) {
        try (Stage stage = open(happening -> show(output, happening))) {
            boolean asPlotted = attempt(happening -> show(output, happening), () -> {
                stage.open(count);
                plot.accept(stage);
            });
            return end(stage, output, asPlotted);
        }
    }

    /** Without a terminal: keys are characters of standard input, and the end of it is the end. */
    private void inLines(Stage stage, Output output) {
        for (int key = readKey(); key != END && key != 'q'; key = readKey()) {
            Act.ofKey(key).ifPresent(act -> attempt(happening -> show(output, happening), () -> stage.perform(act)));
        }
    }

    private int onScreen(Output output) throws InterruptedException {
        DemoScreen screen = new DemoScreen(output.style());
        try (Stage stage = open(screen)) {
            boolean asPlotted = screen.play(stage, count, surroundings, this::readKey);
            stage.reporter()
                    .handOvers()
                    .forEach(done -> output.line(
                            Happening.of(done, "the audience").text().replace("hand-over by the audience: ", "")));
            return end(stage, output, asPlotted);
        }
    }

    private static void show(Output output, Happening happening) {
        if (output.json()) {
            output.document(happening.fields());
        } else if (!happening.text().isEmpty()) {
            output.line(happening.text());
        }
    }

    static boolean attempt(Consumer<Happening> audience, Runnable part) {
        try {
            part.run();
            return true;
        } catch (PlotException | CommandFailure failed) {
            String why = String.valueOf(failed.getMessage());
            audience.accept(
                    Happening.of("failed", "FAILED: " + why).with(Json.object().put("why", why)));
            return false;
        }
    }

    private static int end(Stage stage, Output output, boolean asPlotted) {
        stage.reporter().tell();
        List<HandOver> handOvers = stage.reporter().handOvers();
        Duration overlap = handOvers.stream()
                .map(HandOver::overlap)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        boolean ok = asPlotted && overlap.isZero();
        show(
                output,
                Happening.of(
                                "summary",
                                "%d hand-over%s, longest overlap %s ms: %s"
                                        .formatted(
                                                handOvers.size(),
                                                handOvers.size() == 1 ? "" : "s",
                                                Happening.millis(overlap),
                                                ok ? "as promised" : "NOT AS PROMISED"))
                        .with(Json.object()
                                .put("handOvers", handOvers.size())
                                .put("overlapMs", Happening.millis(overlap))
                                .put("ok", ok)));
        return (ok ? ExitCode.OK : ExitCode.FAILED).number();
    }

    private int readKey() {
        try {
            return surroundings.in().read();
        } catch (IOException gone) {
            return END;
        }
    }
}
