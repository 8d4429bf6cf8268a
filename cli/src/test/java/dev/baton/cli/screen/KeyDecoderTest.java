// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyDecoderTest {
    private static final String ESC = "\u001b";

    /** @param typed each of them after a pause */
    private static List<Key> keys(String... typed) throws IOException {
        List<Integer> sent = new ArrayList<>();
        for (String part : typed) {
            part.chars().forEach(sent::add);
            sent.add(KeyDecoder.EXPIRED);
        }
        sent.add(KeyDecoder.ENDED);
        KeyDecoder decoder = new KeyDecoder(timeout -> {
            // Who waits as long as it takes does not notice a pause.
            while (timeout == 0 && sent.get(0) == KeyDecoder.EXPIRED) {
                sent.remove(0);
            }
            return sent.get(0) == KeyDecoder.ENDED ? KeyDecoder.ENDED : sent.remove(0);
        });
        List<Key> keys = new ArrayList<>();
        for (Key key = decoder.next(); !key.equals(Key.CLOSED); key = decoder.next()) {
            keys.add(key);
        }
        return keys;
    }

    @Test
    void aCharacterIsItself() throws IOException {
        assertThat(keys("q?ü")).containsExactly(Key.of('q'), Key.of('?'), Key.of('ü'));
        assertThat(keys("\r\n")).containsExactly(Key.ENTER, Key.ENTER);
    }

    @Test
    void arrowsComeInBothModesOfATerminal() throws IOException {
        assertThat(keys(ESC + "[A" + ESC + "[B" + ESC + "OA" + ESC + "OB"))
                .containsExactly(Key.UP, Key.DOWN, Key.UP, Key.DOWN);
    }

    @Test
    void escapeAloneIsEscapeAndTheNextKeyIsItsOwn() throws IOException {
        assertThat(keys(ESC, "y")).containsExactly(Key.ESCAPE, Key.of('y'));
        assertThat(keys(ESC + ESC, "j")).containsExactly(Key.ESCAPE, Key.of('j'));
    }

    @Test
    void theCodeOfAnotherKeyIsNotTakenForTheLettersInIt() throws IOException {
        assertThat(keys(ESC + "[15~")).as("F5").containsExactly(Key.OTHER);
        assertThat(keys(ESC + "[1;5A")).as("Ctrl-Up").containsExactly(Key.OTHER);
        assertThat(keys(ESC + "y")).as("Alt-y").containsExactly(Key.OTHER);
        assertThat(keys(ESC + "Or")).as("a key of the keypad").containsExactly(Key.OTHER);
        assertThat(keys(ESC + "[", "y")).as("a code that breaks off").containsExactly(Key.OTHER, Key.of('y'));
    }
}
