// SPDX-License-Identifier: Apache-2.0
package dev.baton.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Has TLC check one of the models.
 *
 * @param name of the model and of its configuration
 * @param folder where TLC may write
 * @param isLarge whether there are so many states that compiling well pays: most are checked in a few seconds
 */
record ModelCheck(String name, Path folder, boolean isLarge) {
    private static final String HOLDS = "Model checking completed. No error has been found.";

    /** @param changes {@code NAME = VALUE} for a constant, {@code LINE -> LINE} for another line */
    void holds(List<String> changes) throws IOException, InterruptedException {
        assertThat(run(changes)).contains(HOLDS);
    }

    /** Of all invariants only this one is checked: a broken rule may break several. */
    void breaks(String invariant, List<String> changes) throws IOException, InterruptedException {
        String configuration = changed(configuration(), changes).replaceAll("(?m)^INVARIANT .*$", "");

        assertThat(check(configuration + "INVARIANT " + invariant + "\n"))
                .contains("Invariant " + invariant + " is violated.");
    }

    /** What TLC printed. */
    String run(List<String> changes) throws IOException, InterruptedException {
        return check(changed(configuration(), changes));
    }

    private static Path module() {
        return Path.of(System.getProperty("basedir", ".")).toAbsolutePath();
    }

    private String configuration() throws IOException {
        return Files.readString(module().resolve(name + ".cfg"));
    }

    /** Runs TLC in its own process, since it ends the one it runs in. */
    private String check(String configuration) throws IOException, InterruptedException {
        Path checked = Files.writeString(folder.resolve("Checked.cfg"), configuration);
        Process tlc = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        isLarge ? "-XX:+TieredCompilation" : "-XX:TieredStopAtLevel=1",
                        "-Xmx1g",
                        "-Djava.io.tmpdir=" + folder,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "tlc2.TLC",
                        "-workers",
                        "1",
                        "-metadir",
                        folder.resolve("meta").toString(),
                        "-config",
                        checked.toString(),
                        name + ".tla")
                .directory(new File(module().toString()))
                .redirectErrorStream(true)
                .start();
        String output = new String(tlc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        tlc.waitFor();
        return output;
    }

    private static String changed(String configuration, List<String> changes) {
        String result = configuration;
        for (String change : changes) {
            String[] sides = change.split(" -> ", -1);
            String line = sides.length == 2 ? sides[0] : "    " + change.substring(0, change.indexOf('=')) + "=.*";
            Matcher found = Pattern.compile("(?m)^" + line + "$").matcher(result);
            assertThat(found.find()).as(change).isTrue();
            result = found.replaceFirst(Matcher.quoteReplacement(sides.length == 2 ? sides[1] : "    " + change));
        }
        return result;
    }
}
