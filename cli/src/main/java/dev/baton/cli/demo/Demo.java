// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.cli.JsonOutput;
import dev.baton.cli.screen.Key;
import dev.baton.cli.screen.TerminalSize;
import java.util.List;

/** Something to watch and to act on: at a terminal, by a script, or by characters of standard input. */
public interface Demo extends AutoCloseable {
    /** Starts it, and returns once there is something to act on. */
    void open();

    /** What can be done to it, in the order in which it is shown. There is one action at a time. */
    List<DemoAction> actions();

    /** Keys that belong to no action, each with what it does, as they are shown. */
    default List<String> otherKeys() {
        return List.of();
    }

    /** Answers a key that belongs to no action: at once, also while an action is under way. */
    default void press(Key key) {}

    /**
     * The upper part of the screen.
     *
     * @param now by {@link System#nanoTime()}
     */
    List<String> picture(TerminalSize size, long now);

    /** What is shown below it where there is room. */
    List<String> figures(int width);

    /** Does what must be done before the summary. */
    void finish();

    /** What is printed when the screen is gone. */
    default List<String> results() {
        return List.of();
    }

    /** The last thing that is told. */
    Summary summary(boolean nothingFailed);

    @Override
    void close();

    /** What is told at the end, and whether everything was as promised. */
    record Summary(DemoEvent event, boolean ok) {
        public static Summary of(DemoEvent event, boolean ok) {
            String verdict = event.text() + ": " + (ok ? "as promised" : "NOT AS PROMISED");
            return new Summary(
                    new DemoEvent(event.with(JsonOutput.object().put("ok", ok)).fields(), verdict), ok);
        }
    }
}
