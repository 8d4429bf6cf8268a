// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.watch;

import static dev.baton.cli.watch.Clusters.led;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.admin.ElectionView;
import dev.baton.admin.EventView;
import dev.baton.cli.lab.Sample;
import dev.baton.cli.screen.Key;
import dev.baton.cli.screen.Lines;
import dev.baton.cli.screen.Style;
import dev.baton.cli.screen.TerminalSize;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WatchLinesTest {
    private static final Style PLAIN = new Style(false);
    private static final TerminalSize DEFAULT_SIZE = new TerminalSize(24, 80);

    private final WatchRules rules = new WatchRules("operate");

    private List<String> lines(int rows, int columns) {
        return WatchLines.of(rules, new TerminalSize(rows, columns), PLAIN);
    }

    private void press(String... names) {
        for (String name : names) {
            rules.pressed(new Key(name));
        }
    }

    private void seeElections(int count) {
        ElectionView[] elections = IntStream.range(0, count)
                .mapToObj(i -> led("election-" + i, 7, "n1", "n2"))
                .toArray(ElectionView[]::new);
        List<EventView> events = IntStream.range(0, 100)
                .mapToObj(i -> new EventView(i, Sample.AT, "event-" + i, null, "n1", null, null, null, null, null))
                .toList();
        rules.saw(Clusters.of(elections), events);
    }

    @Test
    void theCursorIsShownWithoutColours() {
        seeElections(2);
        press("j");

        assertThat(lines(24, 80))
                .filteredOn(line -> line.startsWith("> "))
                .singleElement()
                .asString()
                .startsWith("> election-1  n1");
    }

    @Test
    void everythingFitsEveryTerminalInEveryMode() {
        for (int elections : new int[] {0, 1, 50}) {
            seeElections(elections);
            for (String keys : new String[] {"", "?", "r", "ENTER", "t", "ry"}) {
                press(keys.length() > 2 ? new String[] {keys} : keys.split(""));
                for (int rows : new int[] {1, 2, 5, 12, 24, 200}) {
                    for (int columns : new int[] {1, 2, 10, 20, 40, 80, 300}) {
                        assertThat(lines(rows, columns))
                                .as("%d elections, %s, %dx%d", elections, keys, columns, rows)
                                .hasSize(rows)
                                .allMatch(line -> Lines.width(line) <= columns);
                    }
                }
                rules.done("");
                press("ESCAPE");
            }
        }
    }

    @Test
    void theKeysAreInTheLastLineAndHelpIsTheLastToBeLeftOut() {
        seeElections(1);

        assertThat(lines(24, 80).get(23))
                .isEqualTo("? help   q quit   ↑↓ move   enter candidates   r resign   t transfer");
        assertThat(lines(24, 30).get(23)).isEqualTo("? help   q quit   ↑↓ move");
        assertThat(lines(24, 8).get(23)).isEqualTo("? help");
        press("j");
        assertThat(lines(24, 80).get(23)).endsWith("d drain   u undrain");
        press("d");
        assertThat(lines(24, 80).get(23)).isEqualTo("y do it   n leave it");
    }

    @Test
    void aReaderSeesNoKeysThatOperate() {
        WatchRules reader = new WatchRules("read");
        reader.saw(Clusters.of(led("orders", 7, "n1")), List.of());

        assertThat(WatchLines.of(reader, DEFAULT_SIZE, PLAIN).get(23))
                .isEqualTo("? help   q quit   ↑↓ move   enter candidates   read only");
    }

    @Test
    void theCursorStaysInSightAmongMoreElectionsThanFit() {
        seeElections(50);
        for (int i = 0; i < 53; i++) {
            assertThat(lines(24, 80)).as("row %d", i).anyMatch(line -> line.startsWith("> "));
            press("j");
        }
    }

    @Test
    void theNewestEventsFillTheRest() {
        seeElections(1);

        assertThat(lines(24, 80))
                .anyMatch(line -> line.contains("event-99"))
                .noneMatch(line -> line.contains("event-0 "));
        assertThat(lines(24, 80).get(22)).contains("event-99");
    }

    @Test
    void aQuestionIsWholeOnASmallTerminal() {
        seeElections(1);
        press("r");

        assertThat(String.join(" ", lines(6, 40)))
                .contains("n1 leads election-0 under epoch 7. Should n1 resign? n2 would lead next.");
    }

    @Test
    void anAnswerThatDoesNotComeIsSaidBesideWhatIsOld() {
        seeElections(1);
        rules.away("cannot reach http://n1: no answer");

        assertThat(lines(24, 80))
                .contains("Old: cannot reach http://n1: no answer")
                .anyMatch(line -> line.contains("election-0"));
    }

    @Test
    void whatANodeTellsCannotActOnTheTerminal() {
        rules.saw(Clusters.of(led("or\u001b[2Jders", 7, "n1", "n2")), List.of());
        press("r");

        assertThat(String.join("", lines(24, 80))).doesNotContain("\u001b").contains("or\\u001b[2Jders");
    }
}
