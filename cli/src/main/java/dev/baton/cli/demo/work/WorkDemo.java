// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.work;

import dev.baton.cli.JsonOutput;
import dev.baton.cli.demo.Demo;
import dev.baton.cli.demo.DemoAction;
import dev.baton.cli.demo.DemoEvent;
import dev.baton.cli.screen.Key;
import dev.baton.cli.screen.Style;
import dev.baton.cli.screen.TerminalSize;
import java.util.List;
import java.util.function.Consumer;

/** Workers that share partitions, of which one after the other is killed, paused or drained. */
final class WorkDemo implements Demo {
    private final int count;
    private final WorkScreen picture;
    private final WorkCluster cluster;

    WorkDemo(Style style, int count, Consumer<DemoEvent> listener) {
        this.count = count;
        this.picture = new WorkScreen(style);
        this.cluster = new WorkCluster(listener);
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
        return List.of("↑↓ choose");
    }

    @Override
    public void press(Key key) {
        if (key.equals(Key.UP) || key.equals(Key.DOWN)) {
            cluster.choose(key.equals(Key.UP) ? -1 : 1);
        }
    }

    @Override
    public List<String> picture(TerminalSize size, long now) {
        return picture.lines(cluster, size, now);
    }

    @Override
    public List<String> figures(int width) {
        return picture.large(cluster.last(), width);
    }

    @Override
    public void finish() {
        cluster.finish();
    }

    @Override
    public Summary summary(boolean nothingFailed) {
        WorkHistory history = cluster.reporter().history();
        int overlaps = history.overlaps().size();
        boolean ok = nothingFailed && overlaps == 0;
        return Summary.of(
                DemoEvent.of(
                                "summary",
                                "%d moves, %d overlaps, longest unowned %s ms"
                                        .formatted(
                                                history.moved(), overlaps, DemoEvent.millis(history.longestUnowned())))
                        .with(JsonOutput.object()
                                .put("ok", ok)
                                .put("overlaps", overlaps)
                                .put("moves", history.moved())
                                .put("longestUnownedMs", DemoEvent.millis(history.longestUnowned()))),
                ok);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
