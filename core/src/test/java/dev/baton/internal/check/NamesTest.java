// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.baton.ElectionName;
import dev.baton.NodeId;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
    private static final String RULE =
            " is not a name: use 1 to 128 characters of a-z 0-9 . _ -, beginning and ending with a letter or digit";

    /** What is offered, and how the message shows it. */
    static Stream<Arguments> badNames() {
        return Stream.of(
                Arguments.of("", "\"\""),
                Arguments.of(" ", "\" \""),
                Arguments.of("a b", "\"a b\""),
                Arguments.of(" orders", "\" orders\""),
                Arguments.of("orders ", "\"orders \""),
                Arguments.of("Orders", "\"Orders\""),
                Arguments.of("orders.", "\"orders.\""),
                Arguments.of(".orders", "\".orders\""),
                Arguments.of("-", "\"-\""),
                Arguments.of("_a", "\"_a\""),
                Arguments.of("..", "\"..\""),
                Arguments.of("../../etc/passwd", "\"../../etc/passwd\""),
                Arguments.of("'; DROP TABLE locks;--", "\"'; DROP TABLE locks;--\""),
                Arguments.of("a\"b\\c", "\"a\\u0022b\\u005cc\""),
                Arguments.of("100%", "\"100%\""),
                Arguments.of("a\u0000b", "\"a\\u0000b\""),
                Arguments.of("a\nb", "\"a\\u000ab\""),
                Arguments.of("\u001b[31mred", "\"\\u001b[31mred\""),
                Arguments.of("caf\u00e9", "\"caf\\u00e9\""),
                Arguments.of("\u0430lpha", "\"\\u0430lpha\""),
                Arguments.of("\u202eabc", "\"\\u202eabc\""),
                Arguments.of("\uD83D\uDE00", "\"\\ud83d\\ude00\""),
                Arguments.of("a".repeat(129), "\"" + "a".repeat(60) + "\"… (129 characters)"),
                Arguments.of("x".repeat(10_000), "\"" + "x".repeat(60) + "\"… (10000 characters)"));
    }

    @ParameterizedTest
    @MethodSource("badNames")
    void nodeIdRefusesABadNameAndSaysWhy(String bad, String shown) {
        assertThatIllegalArgumentException().isThrownBy(() -> NodeId.of(bad)).withMessage("node id " + shown + RULE);
    }

    @ParameterizedTest
    @MethodSource("badNames")
    void electionNameRefusesABadNameAndSaysWhy(String bad, String shown) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ElectionName.of(bad))
                .withMessage("election name " + shown + RULE);
    }

    @Test
    void nullIsRefusedLikeAnyOtherBadName() {
        assertThatIllegalArgumentException().isThrownBy(() -> NodeId.of(null)).withMessage("node id null" + RULE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ElectionName.of(null))
                .withMessage("election name null" + RULE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "7", "orders", "node-1", "a.b_c-d", "10.0.0.5", "a..b", "con"})
    void goodNamesAreKeptAsTheyAre(String good) {
        assertThat(NodeId.of(good).value()).isEqualTo(good);
        assertThat(NodeId.of(good)).hasToString(good);
        assertThat(ElectionName.of(good).value()).isEqualTo(good);
        assertThat(ElectionName.of(good)).hasToString(good);
    }

    @Test
    void aNameMayHave128Characters() {
        assertThatCode(() -> NodeId.of("n".repeat(128))).doesNotThrowAnyException();
        assertThatCode(() -> ElectionName.of("n".repeat(128))).doesNotThrowAnyException();
    }

    @Test
    void namesAreOrderedByTheirText() {
        assertThat(NodeId.of("a")).isLessThan(NodeId.of("b")).isEqualByComparingTo(NodeId.of("a"));
        assertThat(ElectionName.of("a")).isLessThan(ElectionName.of("b")).isEqualByComparingTo(ElectionName.of("a"));
    }
}
