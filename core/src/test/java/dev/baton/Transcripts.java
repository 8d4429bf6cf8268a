// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.check.Validation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Transcripts: files of commands, each followed by the exact output. Lines that begin with {@code >} are commands,
 * lines that begin with {@code #} and empty lines are kept, all others are output. With
 * {@code -Dbaton.transcripts.update=true} the files are written anew, to be reviewed as a diff.
 */
public final class Transcripts {
    private static final Path ROOT = Path.of("src", "test", "resources", "transcripts");
    private static final String UPDATE = "baton.transcripts.update";

    private Transcripts() {}

    /** Where the commands of one transcript play. */
    public interface Stage {
        /** Plays a command and says what came of it, line by line. */
        List<String> play(String command, List<String> words);
    }

    /** Whether files are to be written rather than compared. */
    public static boolean isUpdate() {
        return Boolean.getBoolean(UPDATE);
    }

    /** One test per transcript of the folder. */
    public static Stream<DynamicTest> in(String folder, Supplier<Stage> stage) {
        try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
            List<Path> sorted = files.sorted().toList();
            assertThat(sorted).as("transcripts of " + folder).isNotEmpty();
            return sorted.stream().map(file -> DynamicTest.dynamicTest(name(file), () -> check(file, stage.get())));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName()).replace(".txt", "").replace('-', ' ');
    }

    private static void check(Path file, Stage stage) throws IOException {
        String written = Files.readString(file);
        String played = play(written, stage);
        if (isUpdate()) {
            Files.writeString(file, played);
        } else {
            assertThat(written)
                    .as("transcript %s; -D%s=true writes it anew", file, UPDATE)
                    .isEqualTo(played);
        }
    }

    private static String play(String transcript, Stage stage) {
        StringBuilder played = new StringBuilder();
        for (String line : transcript.lines().toList()) {
            if (line.isEmpty() || line.startsWith("#") || line.startsWith(">")) {
                played.append(line).append('\n');
            }
            if (line.startsWith(">")) {
                List<String> words =
                        new ArrayList<>(List.of(line.substring(1).trim().split(" +")));
                String command = words.remove(0);
                List<String> output = stage.play(command, words);
                (output.isEmpty() ? List.of("nothing") : output)
                        .forEach(said -> played.append(said).append('\n'));
            }
        }
        return played.toString();
    }

    /** Reads {@code 3s} or {@code 200ms}. */
    public static Duration duration(String text) {
        return text.endsWith("ms")
                ? Duration.ofMillis(Long.parseLong(text.replace("ms", "")))
                : Duration.parse("PT" + text);
    }

    /** Shows an instant as the time since {@code origin}. */
    public static String since(long origin, long instant) {
        return Validation.show(Duration.ofNanos(instant - origin));
    }
}
