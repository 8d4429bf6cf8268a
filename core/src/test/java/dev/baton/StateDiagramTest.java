// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Draws the states and moves of {@code docs/states.md} from the code. With {@code -Dbaton.transcripts.update=true} the
 * drawings are written again; the sentences around them are kept.
 */
class StateDiagramTest {
    private static final Path PAGE = Path.of("..", "docs", "states.md");
    private static final Path SOURCES = Path.of("src", "main", "java");

    @Test
    void thePageShowsTheStatesOfACandidate() throws IOException {
        check(Candidate.State.class, Candidate.State.STANDBY, Candidate.State::next);
    }

    @Test
    void thePageShowsTheStatesOfADuty() throws IOException {
        check(Duty.State.class, Duty.State.IDLE, Duty.State::next);
    }

    private static <S extends Enum<S>> void check(Class<S> type, S first, Function<S, Collection<S>> next)
            throws IOException {
        String page = Files.readString(PAGE);
        String drawn = draw(type, first, next);
        if (Transcripts.isUpdate()) {
            Files.writeString(
                    PAGE, blockOf(type).matcher(page).replaceFirst(Matcher.quoteReplacement(marked(type, drawn))));
            return;
        }
        Matcher block = blockOf(type).matcher(page);
        assertThat(block.find()).as("a block for %s in %s", name(type), PAGE).isTrue();
        assertThat(block.group())
                .as("%s of %s; -Dbaton.transcripts.update=true writes it anew", name(type), PAGE)
                .isEqualTo(marked(type, drawn));
    }

    private static String name(Class<?> type) {
        return type.getEnclosingClass().getSimpleName() + "." + type.getSimpleName();
    }

    private static Pattern blockOf(Class<?> type) {
        return Pattern.compile(Pattern.quote(begin(type)) + ".*?" + Pattern.quote(end(type)), Pattern.DOTALL);
    }

    private static String begin(Class<?> type) {
        return "<!-- begin " + name(type) + ", drawn by StateDiagramTest -->";
    }

    private static String end(Class<?> type) {
        return "<!-- end " + name(type) + " -->";
    }

    private static String marked(Class<?> type, String drawn) {
        return begin(type) + "\n" + drawn + end(type);
    }

    private static <S extends Enum<S>> String draw(Class<S> type, S first, Function<S, Collection<S>> next)
            throws IOException {
        String file = type.getEnclosingClass().getName().replace('.', '/') + ".java";
        String source = Files.readString(SOURCES.resolve(file));
        StringBuilder drawn = new StringBuilder("\n```mermaid\nstateDiagram-v2\n");
        drawn.append("    [*] --> ").append(first).append('\n');
        List<S> states = Arrays.asList(type.getEnumConstants());
        for (S from : states) {
            for (S to : next.apply(from)) {
                drawn.append("    ").append(from).append(" --> ").append(to).append('\n');
            }
            if (next.apply(from).isEmpty()) {
                drawn.append("    ").append(from).append(" --> [*]\n");
            }
        }
        drawn.append("```\n\n| State | |\n|---|---|\n");
        states.forEach(state -> drawn.append("| `")
                .append(state)
                .append("` | ")
                .append(sentence(source, state.name()))
                .append(" |\n"));
        return drawn.append('\n').toString();
    }

    /** The one sentence that the source says about a state. */
    private static String sentence(String source, String state) {
        Matcher comment =
                Pattern.compile("/\\*\\* ([^*]+) \\*/\\s+" + state + "[,;]").matcher(source);
        assertThat(comment.find()).as("a sentence about %s", state).isTrue();
        return comment.group(1);
    }
}
