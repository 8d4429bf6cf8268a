// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
    private static Arguments parse(String... arguments) {
        return Arguments.parse(arguments);
    }

    @Test
    void withoutArgumentsItListensToKeys() {
        assertThat(parse()).isEqualTo(new Arguments(Optional.empty(), false));
    }

    @Test
    void aScriptIsAListOfActs() {
        assertThat(parse("--json", "--script", "kill, pause"))
                .isEqualTo(new Arguments(Optional.of(List.of(Act.KILL, Act.PAUSE)), true));
    }

    @Test
    void whatMakesNoSenseIsNamed() {
        assertThatThrownBy(() -> parse("--script", "kill,hug"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'hug'");
        assertThatThrownBy(() -> parse("--script", "")).hasMessageContaining("unknown act ''");
        assertThatThrownBy(() -> parse("--script")).hasMessageContaining("--script needs acts");
        assertThatThrownBy(() -> parse("--jsn")).hasMessageContaining("'--jsn'");
    }
}
