// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.cli.JsonOutput;
import dev.baton.cli.screen.Key;
import dev.baton.cli.screen.TerminalSize;
import java.util.List;

/** A demo that a user watches and acts on: at a terminal, by a script, or by characters of standard input. */
public interface Demo extends AutoCloseable {
    /** Starts the demo, and returns once a user can act on it. */
    void open();

    /** The actions, in the order in which they are shown. There is one at a time. */
    List<DemoAction> actions();

    /** Keys that belong to no action, each with what it does, as they are shown. */
    default List<String> otherKeys() {
        return List.of();
    }

    /** Handles a key without an action: at once, also while an action is under way. */
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

    /** The last event. */
    Summary summary(boolean nothingFailed);

    @Override
    void close();

    /** The event at the end, and whether all promises held. */
    record Summary(DemoEvent event, boolean ok) {
        public static Summary of(DemoEvent event, boolean ok) {
            String verdict = event.text() + ": " + (ok ? "as promised" : "NOT AS PROMISED");
            return new Summary(
                    new DemoEvent(event.with(JsonOutput.object().put("ok", ok)).fields(), verdict), ok);
        }
    }
}
