// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.cli.CliEnvironment;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Json;
import dev.baton.cli.Output;
import dev.baton.cli.OutputOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A cluster to try things on. */
@Command(
        name = "demo",
        description = {
            "Three nodes in three processes on this machine: kill, pause or replace the leader, and see the hand-over.",
            "Needs no set-up, and leaves nothing behind."
        })
public final class DemoCommand implements Callable<Integer> {
    private static final int END = -1;

    private final CliEnvironment environment;

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
            paramLabel = "ACTION",
            description = "Do these and end: kill, pause, resign, restart, add.")
    private @Nullable List<DemoAction> script;

    @Option(
            names = "--nodes",
            paramLabel = "COUNT",
            defaultValue = "3",
            description = "How many nodes to begin with. Default: ${DEFAULT-VALUE}.")
    private int count = 3;

    public DemoCommand(CliEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        Output output = outputOptions.to(environment);
        if (count < 1 || count > 9) {
            throw new CommandFailure(ExitCode.USAGE, "USAGE", "--nodes must be from 1 to 9");
        }
        List<DemoAction> chosen = script;
        if (chosen != null) {
            return inOrder(output, cluster -> chosen.forEach(cluster::perform));
        }
        if (environment.fullScreen() && !output.json()) {
            return onScreen(output);
        }
        return inOrder(output, cluster -> inLines(cluster, output));
    }

    private DemoBackend backend() {
        List<String> first =
                IntStream.rangeClosed(1, count).mapToObj(i -> "n" + i).toList();
        return switch (elector) {
            case "sql" -> H2Backend.open();
            case "registry" -> new RegistryBackend(first);
            case "bully" -> new BullyBackend(first);
            default -> throw new CommandFailure(ExitCode.USAGE, "USAGE", "--elector must be sql, registry or bully");
        };
    }

    private DemoCluster open(Consumer<DemoEvent> listener, BiConsumer<HandOver, String> handOvers) {
        try {
            DemoCluster cluster =
                    new DemoCluster(backend(), Files.createTempDirectory("baton-demo-"), listener, handOvers);
            // Ctrl-C and TERM end here as well.
            Runtime.getRuntime().addShutdownHook(new Thread(cluster::close, "demo-end"));
            return cluster;
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Performs actions one after the other and stops at the first thing that goes wrong. */
    private int inOrder(Output output, Consumer<DemoCluster> actions) {
        try (DemoCluster cluster = open(event -> show(output, event), (done, cause) -> {})) {
            boolean asPromised = attempt(event -> show(output, event), () -> {
                cluster.open(count);
                actions.accept(cluster);
            });
            return end(cluster, output, asPromised);
        }
    }

    /** Without a terminal: keys are characters of standard input, and the end of it is the end. */
    private void inLines(DemoCluster cluster, Output output) {
        for (int key = readKey(); key != END && key != 'q'; key = readKey()) {
            DemoAction.ofKey(Character.toString(key))
                    .ifPresent(action -> attemptKey(event -> show(output, event), () -> cluster.perform(action)));
        }
    }

    private int onScreen(Output output) throws InterruptedException {
        DemoScreen screen = new DemoScreen(output.style());
        try (DemoCluster cluster = open(screen::accept, screen::handedOver)) {
            boolean asPromised = new DemoTerminal(screen, cluster).run(count, environment);
            cluster.reporter().handOvers().forEach(done -> output.line(DemoEvent.summaryOf(done)));
            return end(cluster, output, asPromised);
        }
    }

    private static void show(Output output, DemoEvent event) {
        if (output.json()) {
            output.document(event.fields());
        } else if (!event.text().isEmpty()) {
            output.line(event.text());
        }
    }

    /** Does what a key asks for; one that makes no sense now is answered and is no failure. */
    static boolean attemptKey(Consumer<DemoEvent> listener, Runnable part) {
        return attempt(listener, () -> {
            try {
                part.run();
            } catch (DemoFailure.NotNow notNow) {
                listener.accept(DemoEvent.of("not_now", String.valueOf(notNow.getMessage())));
            }
        });
    }

    static boolean attempt(Consumer<DemoEvent> listener, Runnable part) {
        try {
            part.run();
            return true;
        } catch (DemoFailure | CommandFailure failed) {
            String why = String.valueOf(failed.getMessage());
            listener.accept(
                    DemoEvent.of("failed", "FAILED: " + why).with(Json.object().put("why", why)));
            return false;
        }
    }

    private static int end(DemoCluster cluster, Output output, boolean asPromised) {
        cluster.reporter().tell();
        List<HandOver> handOvers = cluster.reporter().handOvers();
        Duration overlap = handOvers.stream()
                .map(HandOver::overlap)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        boolean ok = asPromised && overlap.isZero();
        show(
                output,
                DemoEvent.of(
                                "summary",
                                "%d hand-over%s, longest overlap %s ms: %s"
                                        .formatted(
                                                handOvers.size(),
                                                handOvers.size() == 1 ? "" : "s",
                                                DemoEvent.millis(overlap),
                                                ok ? "as promised" : "NOT AS PROMISED"))
                        .with(Json.object()
                                .put("handOvers", handOvers.size())
                                .put("overlapMs", DemoEvent.millis(overlap))
                                .put("ok", ok)));
        return (ok ? ExitCode.OK : ExitCode.FAILED).number();
    }

    private int readKey() {
        try {
            return environment.in().read();
        } catch (IOException gone) {
            return END;
        }
    }
}
