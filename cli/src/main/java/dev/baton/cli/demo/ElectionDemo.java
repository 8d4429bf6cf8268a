// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.cli.CliEnvironment;
import dev.baton.cli.JsonOutput;
import dev.baton.cli.screen.Key;
import dev.baton.cli.screen.Style;
import dev.baton.cli.screen.TerminalSize;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Nodes that elect a leader, which is killed, paused or replaced. */
final class ElectionDemo implements Demo {
    private final CliEnvironment environment;
    private final int count;
    private final Consumer<DemoEvent> listener;
    private final ElectionScreen picture;
    private final DemoCluster cluster;
    private volatile Optional<LastHandOver> last = Optional.empty();

    /** The hand-over that is shown large. */
    private record LastHandOver(HandOver done, String cause) {}

    ElectionDemo(
            CliEnvironment environment, Style style, DemoBackend backend, int count, Consumer<DemoEvent> listener) {
        this.environment = environment;
        this.count = count;
        this.listener = listener;
        this.picture = new ElectionScreen(style);
        this.cluster =
                new DemoCluster(backend, listener, (done, cause) -> last = Optional.of(new LastHandOver(done, cause)));
    }

    @Override
    public void open() {
        cluster.open(count);
    }

    @Override
    public List<DemoAction> actions() {
        return cluster.actions();
    }

    @Override
    public List<String> otherKeys() {
        return List.of("o dashboard");
    }

    @Override
    public void press(Key key) {
        if (key.name().equals("o")) {
            cluster.nodes().stream()
                    .flatMap(node -> node.address().stream())
                    .findFirst()
                    .ifPresent(this::openDashboard);
        }
    }

    /** In the user's browser, where there is a desktop; otherwise the address is shown. */
    private void openDashboard(URI address) {
        boolean desktop = environment.variable("DISPLAY").isPresent()
                || environment.variable("WAYLAND_DISPLAY").isPresent();
        String said = "dashboard: " + address + "/";
        if (desktop) {
            try {
                new ProcessBuilder("xdg-open", address + "/")
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
            } catch (IOException none) {
                said = "no browser found; open " + address + "/";
            }
        }
        listener.accept(DemoEvent.of("dashboard", said));
    }

    @Override
    public List<String> picture(TerminalSize size, long now) {
        return picture.lines(cluster, size.columns(), now);
    }

    @Override
    public List<String> figures(int width) {
        return last.map(it -> picture.figures(it.done(), it.cause(), width)).orElse(List.of());
    }

    @Override
    public void finish() {
        cluster.reporter().tell();
    }

    @Override
    public List<String> results() {
        return cluster.reporter().handOvers().stream().map(DemoEvent::summaryOf).toList();
    }

    @Override
    public Summary summary(boolean nothingFailed) {
        List<HandOver> handOvers = cluster.reporter().handOvers();
        Duration overlap = handOvers.stream()
                .map(HandOver::overlap)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        return Summary.of(
                DemoEvent.of(
                                "summary",
                                "%d hand-over%s, longest overlap %s ms"
                                        .formatted(
                                                handOvers.size(),
                                                handOvers.size() == 1 ? "" : "s",
                                                DemoEvent.millis(overlap)))
                        .with(JsonOutput.object()
                                .put("handOvers", handOvers.size())
                                .put("overlapMs", DemoEvent.millis(overlap))),
                nothingFailed && overlap.isZero());
    }

    @Override
    public void close() {
        cluster.close();
    }
}
