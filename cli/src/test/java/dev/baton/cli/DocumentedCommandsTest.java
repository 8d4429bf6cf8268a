// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.docs.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The command line understands every line of it that the documents show. */
class DocumentedCommandsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern WITHIN_A_SENTENCE = Pattern.compile("`(?:\\./)?baton ([^`]+)`");

    @TestFactory
    Stream<DynamicTest> theLinesOfTheDocumentsAreUnderstood() throws IOException {
        List<Line> lines = CodeBlock.ofProject(ROOT).stream().flatMap(Line::of).toList();
        assertThat(lines).isNotEmpty();
        return lines.stream().map(line -> DynamicTest.dynamicTest(line.toString(), line::parse));
    }

    /** Lines within a sentence often leave out what they operate on, or have a word in its place. */
    @Test
    void commandsAndOptionsWithinSentencesExist() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            for (Path document : Stream.concat(top, docs)
                    .filter(it -> it.toString().endsWith(".md"))
                    .toList()) {
                WITHIN_A_SENTENCE.matcher(Files.readString(document)).results().forEach(it -> lines.add(it.group(1)));
            }
        }

        assertThat(lines)
                .hasSizeGreaterThan(50)
                .allSatisfy(line -> assertThat(unknownWord(line))
                        .as("what `baton %s` does not know", line)
                        .isEmpty());
        assertThat(unknownWord("statsu")).contains("statsu");
        assertThat(unknownWord("topics mve orders")).contains("mve");
        assertThat(unknownWord("demo --elektor raft")).contains("--elektor");
    }

    private static Optional<String> unknownWord(String line) {
        CommandLine command = BatonCommand.commandLine(CliEnvironment.ofProcess());
        boolean isValue = false;
        for (String word : line.split("\\s+")) {
            if (word.equals("--")) {
                return Optional.empty(); // what follows is another program's
            } else if (isValue) {
                isValue = false;
            } else if (word.startsWith("-")) {
                OptionSpec option = command.getCommandSpec().optionsMap().get(word);
                if (option == null) {
                    return Optional.of(word);
                }
                isValue = option.arity().min() > 0;
            } else if (command.getSubcommands().containsKey(word)) {
                command = command.getSubcommands().get(word);
            } else if (isMissingIn(command, word)) {
                return Optional.of(word);
            }
        }
        return Optional.empty();
    }

    /** A command that has others and takes no words of its own. {@code NAME} stands for any. */
    private static boolean isMissingIn(CommandLine command, String word) {
        return !command.getSubcommands().isEmpty()
                && command.getCommandSpec().positionalParameters().isEmpty()
                && word.matches("[a-z-]+");
    }

    private record Line(String place, List<String> arguments) {
        static Stream<Line> of(CodeBlock block) {
            return block.text()
                    .lines()
                    .map(line -> line.replaceAll("^\\$ ", "").replaceAll(" +#.*", ""))
                    .filter(line -> line.matches("(\\./)?baton .*"))
                    .flatMap(Line::alternatives)
                    .map(arguments -> new Line(block.place(), arguments));
        }

        /** {@code baton status | watch} are two commands. */
        private static Stream<List<String>> alternatives(String line) {
            return Arrays.stream(line.replaceFirst("^(\\./)?baton ", "").split(" \\| "))
                    .map(one -> List.of(one.strip().split(" +")));
        }

        void parse() {
            // Alternatives are named, not spelled out with what they operate on.
            String[] asked = arguments.size() == 1 ? new String[] {arguments.get(0), "--help"} : all();
            BatonCommand.commandLine(CliEnvironment.ofProcess()).parseArgs(asked);
        }

        private String[] all() {
            return arguments.toArray(String[]::new);
        }

        @Override
        public String toString() {
            return place + " baton " + String.join(" ", arguments);
        }
    }
}
