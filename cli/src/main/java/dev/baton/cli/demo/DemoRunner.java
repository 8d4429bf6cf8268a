// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Output;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs a demo: by a script, on the whole screen of a terminal, or line by line where there is none. */
public final class DemoRunner {
    private static final int END = -1;

    private final CliEnvironment environment;
    private final Output output;
    private final Function<Consumer<DemoEvent>, Demo> demos;

    /** @param demos makes a demo that tells its events to the listener */
    public DemoRunner(CliEnvironment environment, Output output, Function<Consumer<DemoEvent>, Demo> demos) {
        this.environment = environment;
        this.output = output;
        this.demos = demos;
    }

    /**
     * Runs a demo to its end and returns the exit code.
     *
     * @param script the names of the actions that are to be done, or null for those that are typed
     * @param actions the names of all actions, with commas between
     */
    public int run(@Nullable List<String> script, String actions) throws InterruptedException {
        if (script != null) {
            check(script, List.of(actions.split(", ")));
        }
        if (script == null && environment.fullScreen() && !output.json()) {
            return onScreen();
        }
        try (Demo demo = open(this::show)) {
            boolean nothingFailed = attempt(this::show, () -> {
                demo.open();
                if (script == null) {
                    inLines(demo);
                } else {
                    inOrder(demo, script);
                }
                demo.finish();
            });
            return end(demo, nothingFailed);
        }
    }

    private Demo open(Consumer<DemoEvent> listener) {
        Demo demo = demos.apply(listener);
        // Ctrl-C and TERM end here as well.
        Runtime.getRuntime().addShutdownHook(new Thread(demo::close, "baton-demo-end"));
        return demo;
    }

    /** Before anything is started for it. */
    private static void check(List<String> script, List<String> known) {
        for (String name : script) {
            if (!known.contains(name)) {
                throw new CommandFailure(
                        ExitCode.USAGE,
                        "USAGE",
                        "--script: '" + TerminalSafeText.text(name) + "' is not one of " + String.join(", ", known));
            }
        }
    }

    /** Performs actions one after the other, up to the first that goes wrong. */
    private static void inOrder(Demo demo, List<String> script) {
        for (String name : script) {
            demo.actions().stream()
                    .filter(it -> it.name().equals(name))
                    .findFirst()
                    .orElseThrow()
                    .perform()
                    .run();
        }
    }

    /** What a key does. */
    static Optional<Runnable> action(Demo demo, String key) {
        return demo.actions().stream()
                .filter(it -> it.key().equals(key))
                .findFirst()
                .map(DemoAction::perform);
    }

    /** Without a terminal: keys are characters of standard input, and the end of it is the end. */
    private void inLines(Demo demo) {
        for (int key = readKey(); key != END && key != 'q'; key = readKey()) {
            action(demo, Character.toString(key)).ifPresent(action -> attemptKey(this::show, action));
        }
    }

    private int onScreen() throws InterruptedException {
        DemoScreen screen = new DemoScreen(output.style());
        try (Demo demo = open(screen::accept)) {
            boolean nothingFailed =
                    new DemoTerminal(screen, demo).run(environment) && attempt(this::show, demo::finish);
            output.lines(demo.results());
            return end(demo, nothingFailed);
        }
    }

    private void show(DemoEvent event) {
        if (output.json()) {
            output.document(event.fields());
        } else if (!event.text().isEmpty()) {
            output.line(event.text());
        }
    }

    private int end(Demo demo, boolean nothingFailed) {
        Demo.Summary summary = demo.summary(nothingFailed);
        show(summary.event());
        return (summary.ok() ? ExitCode.OK : ExitCode.FAILED).number();
    }

    /** Does what a key asks for; one that does not apply now is answered and is not a failure. */
    static boolean attemptKey(Consumer<DemoEvent> listener, Runnable part) {
        return attempt(listener, () -> {
            try {
                part.run();
            } catch (DemoFailure.NotNow notNow) {
                listener.accept(DemoEvent.of("not_now", String.valueOf(notNow.getMessage())));
            }
        });
    }

    private static boolean attempt(Consumer<DemoEvent> listener, Runnable part) {
        try {
            part.run();
            return true;
        } catch (DemoFailure | CommandFailure failed) {
            listener.accept(DemoEvent.failed(String.valueOf(failed.getMessage())));
            return false;
        }
    }

    private int readKey() {
        try {
            return environment.in().read();
        } catch (IOException gone) {
            return END;
        }
    }
}
