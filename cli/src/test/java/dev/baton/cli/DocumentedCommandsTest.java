// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.docs.CodeBlock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The command line understands every line of it that the documents show. */
class DocumentedCommandsTest {
    @TestFactory
    Stream<DynamicTest> theLinesOfTheDocumentsAreUnderstood() throws IOException {
        List<Line> lines =
                CodeBlock.ofProject(Path.of("..")).stream().flatMap(Line::of).toList();
        assertThat(lines).isNotEmpty();
        return lines.stream().map(line -> DynamicTest.dynamicTest(line.toString(), line::parse));
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
